#include "portfolio/plan.h"

#include <assert.h>
#include <string.h>

#include "engine/engine.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/dom.h"
#include "ir/known.h"
#include "ir/loops.h"

/* ---- looking ------------------------------------------------------------------------------------ */

/* Is an argument of the call no constant? */
static bool has_open_size(const struct function *f, const struct insn *in) {
    const struct ir_call *call = &f->calls[in->b];
    bool open = false;
    for (uint32_t i = 0; i < call->nargs; i++) open |= call->args[i].slot >= f->nconsts;
    return open;
}

static void look_at_block(const struct program *p, const struct function *f, uint32_t b, bool in_loop,
                          struct plan_looks *looks) {
    uint32_t inputs = 0;
    assert(f->blocks[b].first <= f->blocks[b].end && f->blocks[b].end <= f->ncode);
    looks->branches += f->blocks[b].nsuccs > 1;
    for (uint32_t pc = f->blocks[b].first; pc < f->blocks[b].end; pc++) {
        enum ir_op op = (enum ir_op)f->code[pc].op;
        looks->floats += op >= IR_FADD32 && op <= IR_FCAST;
        looks->sized += op == IR_ALLOCAV;
        if (op != IR_CALL) continue;
        known_set effects = known_effects(p->functions.data[f->code[pc].a]);
        inputs += (effects & KNOWN_INPUT) != 0;
        looks->inputs_in_loops += in_loop && effects & KNOWN_INPUT;
        looks->sized += effects & KNOWN_ALLOCATES && has_open_size(f, &f->code[pc]);
        looks->allocations += (effects & (KNOWN_ALLOCATES | KNOWN_FREES)) != 0;
    }
    looks->inputs += inputs;
    if (!in_loop && inputs > looks->inputs_at_once) looks->inputs_at_once = inputs;
}

static void look_at_function(const struct program *p, const struct function *f, struct arena *arena,
                             struct plan_looks *looks) {
    const struct loops *loops = loops_build(arena, p, f);
    looks->instructions += f->ncode;
    looks->loops += loops->n;
    for (uint32_t b = 0; b < f->nblocks; b++) look_at_block(p, f, b, loops->innermost[b] != 0, looks);
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
        look_at_function(p, f, &arena, looks);
        looks->recursive |= bitset_has(&cg->recursive, i);
    }
    callgraph_free(cg);
    arena_release(&arena);
    assert(looks->inputs_at_once <= looks->inputs && looks->inputs_in_loops <= looks->inputs);
}

/* ---- deciding ----------------------------------------------------------------------------------- */

enum {
    LARGE = 2500, /* instructions of a program that no formula holds in one piece */
    MANY_INPUTS = 16,
};

struct plan_turn {
    enum engine engine;
    double weight, delay_ms;
    bool stales;
};

/* Explore comes first: what is tiny it has done before others begin. The figures are from tasks of SV-COMP with each
 * engine alone. Concolic runs are in every plan, if only as the last: they find errors behind what the others
 * approximate (floating point), and the run does not give up before they had their turn. */

/* Loops that end, probably. */
static const struct plan_turn usual[] = {
    {ENGINE_EXPLORE, 3, 0, true},        {ENGINE_INTERPOLATE, 3, 0, false}, {ENGINE_INVARIANT, 2, 100, false},
    {ENGINE_DASH, 3, 100, false},        {ENGINE_BMC, 1, 300, false},       {ENGINE_CDSE, 1, 500, false},
    {ENGINE_CONCOLIC, 0.5, 1000, false},
};
/* Nothing goes round: a matter of how paths are counted. */
static const struct plan_turn straight[] = {
    {ENGINE_EXPLORE, 3, 0, true}, {ENGINE_INTERPOLATE, 2, 0, false}, {ENGINE_BMC, 2, 50, false},
    {ENGINE_CDSE, 2, 100, false}, {ENGINE_DASH, 1, 300, false},      {ENGINE_CONCOLIC, 0.5, 1000, false},
};
/* Blocks whose size is an input: an engine that tries sizes one by one, or some of them, finds errors and proves
 * nothing. */
static const struct plan_turn sized[] = {
    {ENGINE_EXPLORE, 3, 0, true},        {ENGINE_INVARIANT, 4, 50, false}, {ENGINE_INTERPOLATE, 1, 50, false},
    {ENGINE_DASH, 1, 100, false},        {ENGINE_BMC, 1, 300, false},      {ENGINE_CDSE, 0.5, 500, false},
    {ENGINE_CONCOLIC, 0.5, 1000, false},
};
/* Inputs in a loop, perhaps for ever: drivers, locks, servers. Interpolation and DASH prove them. */
static const struct plan_turn reactive[] = {
    {ENGINE_EXPLORE, 2, 0, true},        {ENGINE_INTERPOLATE, 3, 0, false}, {ENGINE_DASH, 3, 50, false},
    {ENGINE_INVARIANT, 1.5, 150, false}, {ENGINE_BMC, 1, 300, false},       {ENGINE_CDSE, 1, 500, false},
    {ENGINE_CONCOLIC, 0.5, 1000, false},
};
/* The same with thousands of branches (RERS): errors lie deep, and are found by going there;
 * interpolation knows states again (engine/interpolate/twins.h). */
static const struct plan_turn deep[] = {
    {ENGINE_EXPLORE, 2, 0, false},   {ENGINE_INTERPOLATE, 6, 0, false}, {ENGINE_CONCOLIC, 2, 0, false},
    {ENGINE_CDSE, 0.5, 2000, false}, {ENGINE_BMC, 0.5, 3000, false},    {ENGINE_DASH, 0.5, 3000, false},
};
/* A state of many inputs, taken at once, and what becomes of it (tasks in rounds, messages): paths
 * differ in values that soon do not matter, and one formula holds them all. */
static const struct plan_turn valued[] = {
    {ENGINE_EXPLORE, 2, 0, true},        {ENGINE_BMC, 6, 0, false},      {ENGINE_INTERPOLATE, 3, 0, false},
    {ENGINE_DASH, 1, 300, false},        {ENGINE_CDSE, 0.5, 500, false}, {ENGINE_INVARIANT, 0.5, 500, false},
    {ENGINE_CONCOLIC, 0.5, 1000, false},
};
static const struct plan_turn targets[] = {{ENGINE_EXPLORE, 1, 0, false}, {ENGINE_INTERPOLATE, 1, 0, false}};

static uint32_t fill(const struct plan_turn *list, size_t n, struct portfolio_engine *out) {
    assert(n <= PORTFOLIO_MOST);
    for (size_t i = 0; i < n; i++)
        out[i] = (struct portfolio_engine){engine_name(list[i].engine), (int)list[i].engine, list[i].weight,
                                           list[i].delay_ms, list[i].stales};
    return (uint32_t)n;
}

#define FILL(list) fill(list, sizeof(list) / sizeof *(list), out)

static uint32_t fill_known(const struct plan_looks *looks, bool reach, struct portfolio_engine *out) {
    if (reach) return FILL(targets);
    if (looks->sized && looks->loops && looks->instructions <= LARGE) return FILL(sized);
    if (looks->inputs_in_loops) return looks->instructions > LARGE ? FILL(deep) : FILL(reactive);
    if (looks->inputs_at_once >= MANY_INPUTS) return FILL(valued);
    return looks->loops || looks->recursive ? FILL(usual) : FILL(straight);
}

static bool is_planned(const struct portfolio_engine *list, uint32_t n, enum engine engine) {
    for (uint32_t i = 0; i < n; i++)
        if (list[i].engine == (int)engine) return true;
    return false;
}

/* Engines that no list knows come last, with a small share. */
uint32_t plan_make(const struct plan_looks *looks, bool reach, struct portfolio_engine out[PORTFOLIO_MOST]) {
    uint32_t n = fill_known(looks, reach, out);
    assert(n > 0 && n <= PORTFOLIO_MOST);
    for (enum engine e = 0; e < ENGINE_AUTO && n < PORTFOLIO_MOST; e++) {
        struct plan_turn last = {e, 0.5, 2000, false};
        if (e == ENGINE_THREADS) continue; /* programs with threads have no other */
        if (!is_planned(out, n, e) && (!reach || engine_reaches(e))) n += fill(&last, 1, out + n);
    }
    for (uint32_t i = 0; i < n; i++) assert(!is_planned(out, i, (enum engine)out[i].engine));
    return n;
}
