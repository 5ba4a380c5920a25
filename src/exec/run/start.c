
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "exec/run/program.h"
#include "exec/sym/decide.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/outside.h"
#include "exec/sym/sym.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "ir/mention.h"
#include "mem/bytes.h"

/* ---- the command line ---------------------------------------------------------------------------------- */

/* A string of at most `len` symbolic characters: the first NUL among them ends it. */
static uint64_t symbolic_argument(struct exec *x, uint32_t index, uint64_t len) {
    assert(len < UINT32_MAX);
    char name[16];
    snprintf(name, sizeof name, "arg%02u", index);
    char *zeros = mem_zalloc(len + 1);
    uint64_t base = exec_add_string(x, zeros, len + 1);
    mem_free(zeros);
    if (len && base) sym_make_raw(x, base, len, input_take(x, INPUT_ARG, name, "char *", (uint32_t)len));
    return base;
}

/* Groups of arguments, and how many each has in x->now. */
struct argument_group {
    uint64_t least, most, len, many;
};
typedef VEC(struct argument_group) argument_groups;

static void find_groups(const struct options *opt, argument_groups *out) {
    for (uint32_t i = 0; i < opt->sym_arg.len; i++)
        vec_push(out, (struct argument_group){1, 1, strtoull(opt->sym_arg.data[i], NULL, 10), 1});
    for (uint32_t i = 0; i < opt->sym_args.len; i++) {
        struct argument_group g = {0};
        sym_args_range(opt->sym_args.data[i], &g.least, &g.most, &g.len);
        g.many = g.least;
        vec_push(out, g);
    }
}

/* The next combination of their numbers; false: that was the last. */
static bool next_numbers(argument_groups *groups) {
    for (uint32_t i = 0; i < groups->len; i++) {
        struct argument_group *g = &groups->data[i];
        if (g->many++ < g->most) return true;
        g->many = g->least;
    }
    return false;
}

/* "NAME=" and the value, of which at most `len` characters are symbolic. */
static uint64_t symbolic_variable(struct exec *x, const char *text, uint64_t len) {
    struct str entry = {0}, name = {0};
    size_t n = strcspn(text, "=");
    str_add_len(&entry, text, n);
    str_addf(&name, "env %s", str_text(&entry)); /* as replay calls it */
    str_add_char(&entry, '=');
    for (uint64_t i = 0; i <= len; i++) str_add_char(&entry, '\0');
    uint64_t base = exec_add_string(x, entry.data, n + 1 + len + 1);
    if (len && base)
        sym_make_raw(x, base + n + 1, len, input_take(x, INPUT_BYTES, str_text(&name), NULL, (uint32_t)len));
    str_release(&entry);
    str_release(&name);
    return base;
}

/* Puts --env and --sym-env into place; returns envp. */
static uint64_t add_environment(struct exec *x) {
    const struct options *opt = &x->ctx->opt;
    const struct ir_global *g = program_global(x->p, "environ");
    struct fault fault;
    vec_u64 pointers = {0};
    uint64_t len;
    for (uint32_t i = 0; i < opt->env.len; i++)
        vec_push(&pointers, exec_add_string(x, opt->env.data[i], strlen(opt->env.data[i]) + 1));
    for (uint32_t i = 0; i < opt->sym_env.len; i++) {
        sym_env_length(opt->sym_env.data[i], &len);
        vec_push(&pointers, symbolic_variable(x, opt->sym_env.data[i], len));
    }
    uint64_t array = exec_add_pointers(x, pointers.len, pointers.data);
    if (pointers.len && g && g->address) space_write(&x->now->space, g->address, &array, x->p->ptr_bytes, &fault);
    vec_release(&pointers);
    return array;
}

/* x->now begins with the arguments of the groups after the others. */
static void begin_with(struct exec *x, int argc, const char *const *argv, const argument_groups *groups) {
    assert(argc >= 0 && (!argc || argv));
    vec_u64 pointers = {0};
    uint32_t index = 0;
    uint64_t envp = add_environment(x);
    for (int i = 0; i < argc; i++) vec_push(&pointers, exec_add_string(x, argv[i], strlen(argv[i]) + 1));
    for (uint32_t i = 0; i < groups->len; i++)
        for (uint64_t k = 0; k < groups->data[i].many; k++)
            vec_push(&pointers, symbolic_argument(x, index++, groups->data[i].len));
    uint64_t array = exec_add_pointers(x, pointers.len, pointers.data);
    exec_start(x, pointers.len, array, envp);
    vec_release(&pointers);
}

static void decide_stdin(struct exec *x) {
    struct expr_pool *pool = x->sym->pool;
    uint64_t lo, hi;
    if (!sym_stdin(&x->ctx->opt, &lo, &hi)) return;
    expr size = lo == hi ? expr_const(pool, 32, lo) : expr_sym(pool, 32, "stdin_size");
    x->sym->stdin_size = size;
    bool ok = sym_assume(x, expr_and(pool, expr_uge(pool, size, expr_const(pool, 32, lo)),
                                     expr_ule(pool, size, expr_const(pool, 32, hi))));
    assert(ok);
    (void)ok;
}

/* ---- variables --------------------------------------------------------------------------------------- */

void sym_give_outside(struct exec *x, const struct ir_global *g) {
    assert(g->address && x->sym);
    char text[256];
    snprintf(text, sizeof text,
             "'%.100s', which is declared but not defined, has any initial value, and only the program changes it",
             g->name);
    premise_add(&x->sym->premises, x->p, text, g->pos);
    snprintf(text, sizeof text, "extern %.200s", g->name); /* as replay calls it */
    sym_make_raw(x, g->address, g->size, input_take(x, INPUT_UNINIT, text, NULL, (uint32_t)g->size));
}

/* ---- what is taken for granted ----------------------------------------------------------------------- */

static void assume_arguments(struct exec *x, const struct function *entry, int argc, const char *name) {
    const struct options *opt = &x->ctx->opt;
    char text[512];
    const char *narrows = NULL;
    if (opt->sym_arg.len || opt->sym_args.len)
        snprintf(text, sizeof text, "the program has only the arguments of --sym-arg, --sym-args and the command line");
    else if (argc > 1)
        narrows = "these arguments",
        snprintf(text, sizeof text, "the program starts with the given arguments (--sym-args turns some into inputs)");
    else
        narrows = "no arguments",
        snprintf(text, sizeof text,
                 "the program starts without arguments (--sym-args adds some as inputs), under the name '%.300s'",
                 name);
    premise_narrow(&x->sym->premises, x->p, text, narrows, entry->pos);
}

static bool refers_to(const struct program *p, const char *name) {
    const struct ir_global *g = program_global(p, name);
    return g && g->address && mention_global(p, g);
}

/* Does the program ask how it was started? (getenv is asked about when it is called.) */
static void assume_start(struct exec *x, int argc, const char *const *argv) {
    static const char *const names[] = {"program_invocation_name", "program_invocation_short_name", "__progname",
                                        "__progname_full"};
    const struct function *entry = x->p->functions.data[x->p->entry];
    bool is_main = strcmp(entry->name, "main") == 0;
    bool asks = is_main && (mention_parameter(entry, 0) || mention_parameter(entry, 1));
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) asks |= refers_to(x->p, names[i]);
    if (asks) assume_arguments(x, entry, argc, argc ? argv[0] : "");
    if ((is_main && mention_parameter(entry, 2)) || refers_to(x->p, "environ")) {
        const char *narrows, *what = sym_environment_words(x, &narrows);
        premise_narrow(&x->sym->premises, x->p, what, narrows, entry->pos);
    }
}

void sym_begin(struct exec *x, int argc, const char *const *argv) {
    assert(x->sym && !x->sym->forked.len);
    argument_groups groups = {0};
    find_groups(&x->ctx->opt, &groups);
    assume_start(x, argc, argv);
    decide_stdin(x);
    struct state *first = x->now;
    while (next_numbers(&groups)) {
        struct state *other = state_fork(x, first);
        exec_switch(x, other);
        begin_with(x, argc, argv, &groups);
        vec_push(&x->sym->forked, other);
    }
    exec_switch(x, first);
    begin_with(x, argc, argv, &groups); /* with the least of each */
    vec_release(&groups);
}

/* ---- libFuzzer's entry ------------------------------------------------------------------------------- */

uint64_t sym_fuzzer_take(struct exec *x, uint64_t most, struct sym_fuzzer *in) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8 * x->p->ptr_bytes;
    char text[64], narrows[32];
    snprintf(text, sizeof text, "the input has at most %" PRIu64 " bytes (--fuzz-size)", most);
    snprintf(narrows, sizeof narrows, "inputs up to %" PRIu64, most);
    premise_narrow(&x->sym->premises, x->p, text, narrows, 0);
    in->data = input_take(x, INPUT_BYTES, "data", NULL, (uint32_t)most);
    in->size = input_word(x, INPUT_WORD, "size", "size_t", w);
    sym_assume(x, expr_ule(pool, in->size, expr_const(pool, w, most)));
    if (!expr_is_const(pool, in->size)) return most;
    return expr_value(pool, in->size) < most ? expr_value(pool, in->size) : most;
}

uint32_t sym_fuzzer_give(struct exec *x, const struct sym_fuzzer *in, uint64_t data, uint64_t room) {
    if (room) sym_make_raw(x, data, room, in->data);
    if (expr_is_const(x->sym->pool, in->size)) return 0;
    space_find_writable(&x->now->space, data)->size_sym = in->size.id;
    return in->size.id;
}
