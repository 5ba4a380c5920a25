/* shrike verify: is the program safe? */
#include <stdio.h>

#include "base/str.h"
#include "cli/session.h"
#include "report/from_state.h"
#include "report/test.h"
#include "report/text.h"

struct verify {
    struct context *ctx;
    uint32_t unsafe; /* errors found */
};

static void print_inputs(const struct test *t) {
    for (uint32_t i = 0; i < t->inputs.len; i++) {
        const struct test_input *in = &t->inputs.data[i];
        fprintf(stderr, "  input %s =", in->name);
        for (uint32_t k = 0; k < in->size && k < 32; k++) fprintf(stderr, " %02x", in->bytes[k]);
        fprintf(stderr, "\n");
    }
}

static bool on_bug(void *owner, struct exec *x) {
    struct verify *v = owner;
    struct str text = {0};
    struct test test = {0};
    report_bug(x->p, &x->bug, v->ctx->log.colour, &text);
    fputs(str_text(&text), v->ctx->log.out);
    test_from_state(x, x->now, &test);
    print_inputs(&test);
    test_release(&test);
    str_release(&text);
    v->unsafe++;
    return !v->ctx->opt.stop_on_first;
}

/* The verdict line and the exit status. */
static int verdict(struct context *ctx, const struct verify *v, uint32_t gaps) {
    if (v->unsafe) {
        printf("UNSAFE\n");
        return EXIT_UNSAFE;
    }
    if (gaps & ~(1u << GAP_BOUND)) {
        printf("UNKNOWN\n");
        return EXIT_UNKNOWN;
    }
    if (gaps)
        printf("SAFE (bound %lld)\n", (long long)ctx->opt.bound);
    else
        printf("SAFE\n");
    return EXIT_FINE;
}

int cli_verify(struct context *ctx, const struct command_line *line) {
    struct session s;
    if (!session_open(&s, ctx, line)) return EXIT_WRONG;
    struct verify v = {.ctx = ctx};
    struct explore_hooks hooks = {.bug = on_bug, .owner = &v};
    struct explore_result result;
    int status = EXIT_WRONG;
    if (session_explore(&s, &hooks, &result)) {
        session_explain(&s);
        status = verdict(ctx, &v, result.gaps);
    }
    session_close(&s);
    return status;
}
