#include "cli/plan.h"

#include <string.h>

#include "cli/auto.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/dom.h"
#include "ir/loops.h"

/* ---- looking ------------------------------------------------------------------------------------ */

static bool starts_with_any(const char *name, const char *const *list) {
    for (; *list; list++)
        if (strncmp(name, *list, strlen(*list)) == 0) return true;
    return false;
}

static void look_at_call(const struct function *callee, struct plan_looks *looks) {
    static const char *const inputs[] = {"__VERIFIER_nondet_", "klee_", "shrike_", "read", "fgets", "getchar", "scanf", NULL};
    static const char *const allocations[] = {"malloc", "calloc", "realloc", "free", "strdup", NULL};
    looks->inputs += starts_with_any(callee->name, inputs);
    looks->allocations += starts_with_any(callee->name, allocations);
}

static void look_at_code(const struct program *p, const struct function *f, struct plan_looks *looks) {
    looks->instructions += f->ncode;
    for (uint32_t b = 0; b < f->nblocks; b++) looks->branches += f->blocks[b].nsuccs > 1;
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        enum ir_op op = (enum ir_op)f->code[pc].op;
        if (op == IR_CALL) look_at_call(p->functions.data[f->code[pc].a], looks);
        looks->floats += op >= IR_FADD32 && op <= IR_FCAST;
    }
}

static void look_at_loops(const struct program *p, const struct function *f, struct arena *arena, struct plan_looks *looks) {
    const struct loops *loops = loops_build(arena, p, f);
    vec_edge exits = {0};
    looks->loops += loops->n;
    for (uint32_t i = 1; i <= loops->n; i++) {
        vec_clear(&exits);
        loops_exits(loops, i, 1, &exits);
        looks->endless += exits.len == 0;
    }
    vec_release(&exits);
}

void plan_look(struct program *p, struct plan_looks *looks) {
    struct arena arena;
    memset(looks, 0, sizeof *looks);
    arena_init(&arena);
    cfg_build_all(p);
    struct callgraph *cg = callgraph_new(p);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || f->runtime || !bitset_has(&cg->reachable, i)) continue;
        look_at_code(p, f, looks);
        look_at_loops(p, f, &arena, looks);
        looks->recursive |= bitset_has(&cg->recursive, i);
    }
    callgraph_free(cg);
    arena_release(&arena);
}

/* ---- deciding ----------------------------------------------------------------------------------- */

enum { LARGE = 4000 }; /* instructions of a program that no formula holds in one piece */

struct entry {
    enum engine engine;
    double weight, delay_ms;
};

/* One that finds and one that proves first. Measured on tasks of SV-COMP: interpolation and DASH
 * prove drivers, locks and servers; the others are quicker here and there. */
static const struct entry usual[] = {
    {ENGINE_EXPLORE, 3, 0}, {ENGINE_INTERPOLATE, 3, 0}, {ENGINE_DASH, 2, 100}, {ENGINE_BMC, 2, 300}, {ENGINE_CDSE, 1, 600},
};
/* Large reactive programs: errors lie deep, and are found by going there. */
static const struct entry reactive[] = {
    {ENGINE_EXPLORE, 4, 0}, {ENGINE_CONCOLIC, 4, 0}, {ENGINE_INTERPOLATE, 1, 500}, {ENGINE_CDSE, 1, 500},
    {ENGINE_BMC, 1, 1000}, {ENGINE_DASH, 1, 1000},
};
static const struct entry targets[] = {{ENGINE_EXPLORE, 1, 0}, {ENGINE_INTERPOLATE, 1, 0}};

static uint32_t fill(const struct entry *list, size_t n, struct portfolio_engine *out) {
    for (size_t i = 0; i < n; i++)
        out[i] = (struct portfolio_engine){engine_name(list[i].engine), (int)list[i].engine, list[i].weight, list[i].delay_ms};
    return (uint32_t)n;
}

#define FILL(list) fill(list, sizeof(list) / sizeof *(list), out)

uint32_t plan_make(const struct plan_looks *looks, bool reach, struct portfolio_engine out[PORTFOLIO_MOST]) {
    if (reach) return FILL(targets);
    if (looks->instructions > LARGE && looks->inputs && looks->endless) return FILL(reactive);
    return FILL(usual);
}
