/* shrike verify: is the program safe? */
#include <stdio.h>

#include "base/str.h"
#include "cli/command.h"
#include "engine/explore.h"
#include "report/from_state.h"
#include "report/json.h"
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

static void explain_gaps(struct context *ctx, const struct symbolic *sy) {
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps & 1u << g)) continue;
        const char *where = sy->gap_where[g], *what = sy->gap_what[g];
        log_warning(&ctx->log, "%s%s%s%s%s", where, *where ? ": " : "", gap_text((enum gap)g),
                    what ? ": " : "", what ? what : "");
    }
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
    struct str error = {0};
    check_set checks;
    if (!checks_parse(ctx->opt.check, &checks, &error) || !solver_layers_valid(ctx->opt.solver, &error) ||
        !sym_options_valid(&ctx->opt, &error)) {
        log_error(&ctx->log, "%s", str_text(&error));
        str_release(&error);
        return EXIT_WRONG;
    }
    struct program *p = command_load(ctx, line);
    if (!p) return EXIT_WRONG;
    struct exec x;
    struct verify v = {.ctx = ctx};
    struct explore_hooks hooks = {on_bug, NULL, &v};
    struct explore_result result;
    option_list args = {0};
    vec_push(&args, line->files.data[0]);
    for (uint32_t i = 0; i < line->arguments.len; i++) vec_push(&args, line->arguments.data[i]);
    exec_init(&x, ctx, p, checks);
    sym_init(&x, NULL, NULL);
    timer_start(&ctx->stats.t_execute);
    exec_begin(&x, (int)args.len, args.data);
    explore_run(&x, &hooks, &result);
    timer_stop(&ctx->stats.t_execute);
    ctx->stats.instructions = x.instructions;
    ctx->stats.paths = result.paths;
    ctx->stats.paths_partial = result.partial;
    ctx->stats.states = x.states_made;
    explain_gaps(ctx, x.sym);
    int status = verdict(ctx, &v, result.gaps);
    sym_release(&x);
    exec_release(&x);
    vec_release(&args);
    program_free(p);
    return status;
}
