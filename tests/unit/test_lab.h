/* A small program in symbolic execution, to be stopped where a test wants to look at it. */
#ifndef SHRIKE_TEST_LAB_H
#define SHRIKE_TEST_LAB_H

#include "base/context.h"
#include "exec/decide/fork.h"
#include "exec/decide/shadow.h"
#include "exec/run/loop.h"
#include "exec/run/program.h"
#include "expr/arith.h"
#include "ir/cfg.h"
#include "ir/edit.h"
#include "ir/points.h"
#include "test_program.h"

struct lab {
    struct context ctx;
    struct program *p;
    struct exec x;
    struct places places; /* location symbols that a test has asked for */
};

/* Points at joins; sides: and behind branches. The first instruction is next. */
static inline void lab_open(struct lab *l, const char *text, bool sides) {
    static const char *const argv[] = {"program"};
    *l = (struct lab){0};
    context_init(&l->ctx);
    l->ctx.log.level = LOG_ERROR;
    l->p = program_from(&l->ctx, text, "-DLAB", false);
    points_add(l->p, false, sides);
    split_edges(l->p);
    cfg_build_all(l->p);
    exec_init(&l->x, &l->ctx, l->p, 1u << CHECK_ASSERT | 1u << CHECK_MEMORY | 1u << CHECK_LEAK, &fork_decider);
    sym_init(&l->x, ignore_bug, NULL);
    exec_begin(&l->x, 1, argv);
    places_init(&l->places);
}

/* Runs on to the next point of main and passes it; what forks on the way is dropped. */
static inline struct state *lab_to_point(struct lab *l) {
    enum stop stop;
    l->x.now->points = UINT32_MAX;
    do {
        l->x.stop = STOP_NONE;
        stop = exec_loop(&l->x);
        while (l->x.sym->forked.len) state_free(&l->x, vec_pop(&l->x.sym->forked));
    } while (stop == STOP_FORKED || stop == STOP_SLICE);
    assert_int_equal(stop, STOP_POINT);
    l->x.now->top->pc++;
    return l->x.now;
}

static inline uint64_t lab_address(const struct lab *l, const char *global) {
    const struct ir_global *g = program_global(l->p, global);
    assert_non_null(g);
    return g->address;
}

/* The location symbol of a global variable of n bytes, as shadow runs hand it out. */
static inline expr lab_word(struct lab *l, struct places *places, const char *global, uint32_t n) {
    struct state *now = l->x.now;
    struct shadow sh;
    shadow_begin(&l->x, &sh, places, now, now->model);
    expr e = shadow_read(&l->x, lab_address(l, global), n);
    shadow_end(&l->x, &sh);
    exec_switch(&l->x, now);
    return e;
}

static inline expr lab_number(struct lab *l, uint32_t width, uint64_t v) { return expr_const(l->x.sym->pool, width, v); }

static inline void lab_close(struct lab *l) {
    struct state *now = l->x.now;
    exec_switch(&l->x, NULL);
    state_free(&l->x, now);
    while (l->x.sym->forked.len) state_free(&l->x, vec_pop(&l->x.sym->forked));
    places_release(&l->places);
    sym_release(&l->x);
    exec_release(&l->x);
    program_free(l->p);
    context_release(&l->ctx);
}

#endif
