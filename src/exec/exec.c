#include "exec/exec.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_FILL = 0xa5 };

extern char **environ;

void exec_init(struct exec *x, struct context *ctx, struct program *p, check_set checks) {
    memset(x, 0, sizeof *x);
    x->ctx = ctx;
    x->p = p;
    x->checks = checks;
    x->max_depth = (uint32_t)ctx->opt.max_depth;
    space_init(&x->space, &p->layout);
    x->space.track_init = check_has(checks, CHECK_UNINIT);
    x->space.fill = (uint8_t)(FIRST_FILL + ctx->opt.seed - 1);
    tlb_flush(&x->tlb);
    x->frames_free = mem_zalloc(p->functions.len * sizeof *x->frames_free);
    bitset_init(&x->reported_externals);
}

void exec_release(struct exec *x) {
    while (x->top) exec_pop(x);
    for (uint32_t i = 0; i < x->p->functions.len; i++)
        for (struct frame *f = x->frames_free[i], *next; f; f = next) {
            next = f->caller;
            mem_free(f);
        }
    mem_free(x->frames_free);
    space_release(&x->space);
    bitset_release(&x->reported_externals);
    vec_release(&x->jumps);
    vec_release(&x->bug.stack);
    str_release(&x->bug.message);
}

/* ---- laying out the program ---------------------------------------------------------- */

static void lay_out_functions(struct exec *x) {
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        const struct function *fn = x->p->functions.data[i];
        uint32_t number = layout_object(&x->p->layout, fn->address);
        struct mem_object *obj = space_add(&x->space, number, fn->address, 1, OBJECT_FUNCTION);
        obj->name = fn->name;
        obj->made_pos = i;
    }
}

static void lay_out_globals(struct exec *x) {
    for (uint32_t i = 1; i < x->p->globals.len; i++) {
        const struct ir_global *g = x->p->globals.data[i];
        if (!g->address) continue;
        struct mem_object *obj = space_add(&x->space, g->object, g->address, g->size, OBJECT_GLOBAL);
        obj->name = g->name;
        struct fault fault;
        if (g->data) space_write(&x->space, g->address, g->data, g->size, &fault);
        obj = space_find_writable(&x->space, g->address);
        obj->readonly = g->constant;
    }
}

/* A string of ours in the program's memory. */
static uint64_t add_string(struct exec *x, const char *text) {
    struct fault fault;
    uint64_t n = strlen(text) + 1;
    struct mem_object *obj = space_alloc(&x->space, OBJECT_INPUT, n, 16, 0);
    if (!obj) return 0;
    obj->tracked = false;
    uint64_t base = obj->base;
    space_write(&x->space, base, text, n, &fault);
    return base;
}

/* A NULL-terminated array of strings. */
static uint64_t add_strings(struct exec *x, int n, const char *const *texts) {
    struct fault fault;
    uint32_t word = x->p->ptr_bytes;
    struct mem_object *obj = space_alloc(&x->space, OBJECT_INPUT, (uint64_t)(n + 1) * word, 16, 0);
    if (!obj) return 0;
    obj->tracked = false;
    uint64_t base = obj->base, zero = 0;
    for (int i = 0; i < n; i++) {
        uint64_t text = add_string(x, texts[i]);
        space_write(&x->space, base + (uint64_t)i * word, &text, word, &fault);
    }
    space_write(&x->space, base + (uint64_t)n * word, &zero, word, &fault);
    return base;
}

static int count_strings(char *const *texts) {
    int n = 0;
    while (texts && texts[n]) n++;
    return n;
}

/* ---- running ------------------------------------------------------------------------------ */

static enum stop run_function(struct exec *x, struct function *fn, const uint64_t *args, uint32_t n) {
    x->stop = STOP_NONE;
    if (!exec_push(x, fn, args, n)) return x->stop;
    return exec_loop(x);
}

static enum stop run_constructors(struct exec *x) {
    for (uint32_t i = 0; i < x->p->constructors.len; i++) {
        struct function *fn = x->p->functions.data[x->p->constructors.data[i]];
        if (!fn->defined) continue;
        enum stop stop = run_function(x, fn, NULL, 0);
        if (stop != STOP_RETURNED) return stop;
    }
    return STOP_RETURNED;
}

/* What the program has printed so far comes out even if an error or a bound ends it. */
static void flush_output(struct exec *x) {
    const enum stop why = x->stop;
    struct function *flush = program_function(x->p, "rt_flush_all");
    if (!flush || !flush->ncode) return;
    while (x->top) exec_pop(x);
    x->unbounded = true;
    run_function(x, flush, NULL, 0);
    x->unbounded = false;
    x->stop = why;
}

static enum stop end_program(struct exec *x) {
    if (x->stop == STOP_EXIT && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
    if (x->stop == STOP_BUG || x->stop == STOP_BOUND) flush_output(x);
    return x->stop;
}

enum stop exec_program(struct exec *x, int argc, const char *const *argv) {
    lay_out_functions(x);
    lay_out_globals(x);
    x->space.next_number = x->p->next_object;
    struct ir_global *env = program_global(x->p, "environ");
    uint64_t args[3] = {(uint64_t)argc, add_strings(x, argc, argv),
                        add_strings(x, count_strings(environ), (const char *const *)environ)};
    struct fault fault;
    if (env) space_write(&x->space, env->address, &args[2], x->p->ptr_bytes, &fault);
    struct function *start = program_function(x->p, "__shrike_start");
    enum stop stop = STOP_RETURNED;
    x->unbounded = true;
    if (start && start->ncode) stop = run_function(x, start, args, 2);
    x->unbounded = false;
    if (stop == STOP_RETURNED) stop = run_constructors(x);
    if (stop != STOP_RETURNED) return end_program(x);
    struct function *entry = x->p->functions.data[x->p->entry];
    bool is_main = strcmp(entry->name, "main") == 0;
    stop = run_function(x, entry, args, is_main ? 3 : 0);
    if (stop != STOP_RETURNED) return end_program(x);
    uint64_t status = entry->nret ? (uint32_t)x->returned[0] : 0;
    struct function *exit_fn = program_function(x->p, "exit");
    x->status = (int)(status & 255);
    x->stop = STOP_EXIT;
    if (exit_fn && exit_fn->defined) run_function(x, exit_fn, &status, 1);
    return end_program(x);
}
