/* A program from its first instruction to its last. */
#include "exec/run/program.h"

#include <assert.h>
#include <string.h>

#include "exec/library/symbolic.h"
#include "exec/run/loop.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/frames.h"
#include "ir/mention.h"
#include "mem/bytes.h"

extern char **environ;

/* ---- laying out the program ---------------------------------------------------------- */

static void lay_out_functions(struct exec *x) {
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        const struct function *fn = x->p->functions.data[i];
        uint32_t number = layout_object(&x->p->layout, fn->address);
        struct mem_object *obj = space_add(&x->now->space, number, fn->address, 1, OBJECT_FUNCTION);
        obj->name = fn->name;
        obj->made_pos = i;
    }
}

static void lay_out_globals(struct exec *x) {
    for (uint32_t i = 1; i < x->p->globals.len; i++) {
        const struct ir_global *g = x->p->globals.data[i];
        if (!g->address) continue;
        struct mem_object *obj = space_add(&x->now->space, g->object, g->address, g->size, OBJECT_GLOBAL);
        obj->name = g->name;
        struct fault fault;
        if (g->data) space_write(&x->now->space, g->address, g->data, g->size, &fault);
        obj = space_find_writable(&x->now->space, g->address);
        obj->align = g->align;
        obj->literal = (uint8_t)g->literal;
        obj->unwritten = x->quiet && !g->written && !g->constant && !g->external;
        obj->readonly = g->constant || obj->unwritten;
    }
}

uint64_t exec_add_string(struct exec *x, const char *text, uint64_t n) {
    struct fault fault;
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_INPUT, n, 16, 0);
    if (!obj) return 0;
    obj->tracked = false;
    uint64_t base = obj->base;
    space_write(&x->now->space, base, text, n, &fault);
    return base;
}

uint64_t exec_add_pointers(struct exec *x, uint32_t n, const uint64_t *pointers) {
    assert(!n || pointers);
    struct fault fault;
    uint32_t word = x->p->ptr_bytes;
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_INPUT, (uint64_t)(n + 1) * word, 16, 0);
    if (!obj) return 0;
    obj->tracked = false;
    obj->align = word;
    uint64_t base = obj->base, zero = 0;
    for (uint32_t i = 0; i < n; i++) space_write(&x->now->space, base + (uint64_t)i * word, &pointers[i], word, &fault);
    space_write(&x->now->space, base + (uint64_t)n * word, &zero, word, &fault);
    return base;
}

/* A NULL-terminated array of strings. */
static uint64_t add_strings(struct exec *x, int n, const char *const *texts) {
    vec_u64 pointers = {0};
    for (int i = 0; i < n; i++) vec_push(&pointers, exec_add_string(x, texts[i], strlen(texts[i]) + 1));
    uint64_t base = exec_add_pointers(x, (uint32_t)n, pointers.data);
    vec_release(&pointers);
    return base;
}

static int count_strings(char *const *texts) {
    int n = 0;
    while (texts && texts[n]) n++;
    return n;
}

/* ---- running ------------------------------------------------------------------------------ */

/* Enters a function that a phase runs; false if it has no code. */
static bool enter(struct exec *x, struct function *fn, const uint64_t *args, uint32_t n) {
    return fn && ir_has_code(fn) && exec_push(x, fn, args, n);
}

static bool enter_constructor(struct exec *x) {
    struct state *st = x->now;
    while (st->constructor < x->p->constructors.len) {
        struct function *fn = x->p->functions.data[x->p->constructors.data[st->constructor++]];
        if (enter(x, fn, NULL, 0)) return true;
    }
    return false;
}

/* LLVMFuzzerTestOneInput(data, size) */
static bool enter_fuzzer(struct exec *x, struct function *entry) {
    uint64_t most = (uint64_t)x->ctx->opt.fuzz_size;
    struct sym_fuzzer in = {0};
    if (x->quiet) most = sym_fuzzer_take(x, most, &in);
    struct mem_object *obj = space_alloc(&x->now->space, OBJECT_INPUT, most, 16, 0);
    if (!obj) return false;
    uint64_t args[2] = {obj->base, most};
    obj->name = "data";
    if (x->quiet) {
        uint32_t size = sym_fuzzer_give(x, &in, obj->base, most);
        if (!enter(x, entry, args, 2)) return false;
        if (size && entry->nparam_slots > 1) frame_set(x->now->top, entry->param_base + 1, 0, size);
        return true;
    }
    for (uint64_t i = 0; i < most; i++) {
        uint8_t byte = (uint8_t)rng_next(&x->ctx->rng);
        if (!exec_write(x, args[0] + i, &byte, 1)) return false;
    }
    return enter(x, entry, args, 2);
}

static bool enter_main(struct exec *x) {
    assert(x->p->entry && x->now->phase == PHASE_MAIN);
    struct function *entry = x->p->functions.data[x->p->entry];
    if (strcmp(entry->name, "LLVMFuzzerTestOneInput") == 0) return enter_fuzzer(x, entry);
    return enter(x, entry, x->now->entry_args, strcmp(entry->name, "main") == 0 ? 3 : 0);
}

static bool enter_exit(struct exec *x, uint64_t status, uint32_t status_sym) {
    struct function *entry = x->p->functions.data[x->p->entry];
    struct function *exit_fn = program_function(x->p, "exit");
    status = entry->nret ? (uint32_t)status : 0;
    x->status = (int)(status & 255);
    if (!enter(x, exit_fn, &status, 1)) return false;
    if (status_sym) frame_set(x->now->top, exit_fn->param_base, status, status_sym);
    return true;
}

bool exec_next_phase(struct exec *x, uint64_t returned, uint32_t returned_sym) {
    assert(!x->now->top);
    struct state *st = x->now;
    switch (st->phase) {
    case PHASE_START:
        st->phase = PHASE_CONSTRUCTORS;
        x->unbounded = false;
        __attribute__((fallthrough));
    case PHASE_CONSTRUCTORS:
        if (enter_constructor(x) || x->stop) return !x->stop;
        st->phase = PHASE_MAIN;
        if (enter_main(x) || x->stop) return !x->stop;
        __attribute__((fallthrough));
    case PHASE_MAIN:
        st->phase = PHASE_EXIT;
        if (enter_exit(x, returned, returned_sym) || x->stop) return !x->stop;
        __attribute__((fallthrough));
    case PHASE_EXIT:
    case PHASE_OVER: break;
    }
    st->phase = PHASE_OVER;
    x->stop = STOP_EXIT;
    return false;
}

/* What the program has printed so far comes out even if an error or a bound ends it. */
static void flush_output(struct exec *x) {
    assert(x->stop == STOP_BUG || x->stop == STOP_BOUND);
    const enum stop why = x->stop;
    struct function *flush = program_function(x->p, "rt_flush_all");
    if (!flush || !flush->ncode) return;
    while (x->now->top) exec_pop(x);
    x->stop = STOP_NONE;
    x->now->phase = PHASE_OVER;
    x->unbounded = true;
    const check_set checks = x->checks;
    x->checks = 0; /* the error has been reported */
    if (exec_push(x, flush, NULL, 0))
        while (exec_loop(x) == STOP_SLICE) {}
    x->checks = checks;
    x->unbounded = false;
    x->stop = why;
}

static enum stop end_program(struct exec *x) {
    bool ended = x->stop == STOP_EXIT || x->stop == STOP_ABORT; /* a block that is lost stays lost */
    if (ended && check_has(x->checks, CHECK_LEAK)) exec_check_leaks(x);
    if (x->stop == STOP_BUG || x->stop == STOP_BOUND) flush_output(x);
    return x->stop;
}

/* Variables without a definition. */
static void give_outside(struct exec *x) {
    for (uint32_t i = 1; i < x->p->globals.len; i++) {
        const struct ir_global *g = x->p->globals.data[i];
        if (!g->external || !g->input || !g->address || !mention_global(x->p, g)) continue;
        if (x->sym) sym_give_outside(x, g);
        else log_warning(&x->ctx->log, "'%s' is declared, but not defined: it is 0", g->name);
    }
}

void exec_begin(struct exec *x, int argc, const char *const *argv) {
    assert(x->now && !x->now->top && !x->stop);
    lay_out_functions(x);
    lay_out_globals(x);
    x->now->space.next_number = x->p->next_object;
    give_outside(x);
    if (x->sym) sym_find_models(x);
    if (x->quiet) {
        sym_begin(x, argc, argv);
        return;
    }
    exec_start(x, (uint64_t)argc, add_strings(x, argc, argv),
               add_strings(x, count_strings(environ), (const char *const *)environ));
}

void exec_start(struct exec *x, uint64_t argc, uint64_t argv, uint64_t envp) {
    struct state *st = x->now;
    struct ir_global *env = program_global(x->p, "environ");
    st->entry_args[0] = argc;
    st->entry_args[1] = argv;
    st->entry_args[2] = envp;
    struct fault fault;
    if (env) space_write(&st->space, env->address, &st->entry_args[2], x->p->ptr_bytes, &fault);
    struct function *start = program_function(x->p, "__shrike_start");
    x->unbounded = true;
    if (!enter(x, start, st->entry_args, 2)) exec_next_phase(x, 0, 0);
}

enum stop exec_program(struct exec *x, int argc, const char *const *argv) {
    exec_begin(x, argc, argv);
    if (!x->stop)
        while (exec_loop(x) == STOP_SLICE)
            if (solver_should_collect(x->sym->solver)) solver_collect(x->sym->solver);
    return end_program(x);
}

/* ---- invariants ------------------------------------------------------------------------------ */

#ifndef NDEBUG

/* An entry of the page cache is what the space of x->now has there. */
static void check_entry(const struct exec *x, const struct tlb_entry *e) {
    if (!e->read_hi) return;
    assert(e->lo < e->read_hi && e->write_hi <= e->read_hi);
    uint64_t addr = (e->page << PAGE_BITS) + e->lo;
    const struct mem_object *obj = space_find(&x->now->space, addr);
    assert(obj && obj->live);
    const struct mem_page *page = obj->pages[object_page_of(obj, addr)];
    assert(page && e->data == page->data - page->lo);
}

void exec_check(const struct exec *x) {
    const struct decider *d = x->decider;
    assert(d->ask.assume && d->ask.branch && d->ask.switch_to && d->ask.pin && d->ask.settle && d->ask.check &&
           d->ask.use);
    assert(d->props.locations == (x->shadow != NULL) && d->props.locations == (d->values.read != NULL));
    assert(!d->props.given || (x->sym && x->sym->concolic));
    assert(!d->props.plain || d->props.given);
    assert(!d->props.decides_places || d->ask.decide);
    assert(x->now && x->now->top && x->now->top->refs == 1);
    state_check(x, x->now);
    for (uint32_t i = 0; i < x->tlb.nused && i < TLB_REMEMBERED; i++) check_entry(x, &x->tlb.entries[x->tlb.used[i]]);
}

#else

void exec_check(const struct exec *x) { (void)x; }

#endif
