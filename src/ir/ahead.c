#include "ir/ahead.h"

#include <assert.h>
#include <string.h>

#include "ir/cfg.h"

struct ahead {
    const struct callgraph *cg;
    struct arena arena;
    uint32_t nblocks;
    uint32_t *first_block; /* of a function: blocks are numbered through */
    uint32_t *function_of; /* block to function */
    uint32_t *hot;         /* block to 1 + code index; 0: none */
    struct bitset hope;    /* blocks */
    struct bitset destructors;
    uint32_t run_destructors; /* the function that does; 0: none */
    bool pointers;            /* calls through pointers are hot */
    vec_u32 todo;             /* blocks whose predecessors are to be looked at */
};

struct ahead *ahead_new(const struct callgraph *cg) {
    struct ahead *a = MEM_NEW(struct ahead);
    const struct program *p = cg->p;
    arena_init(&a->arena);
    a->cg = cg;
    bitset_init(&a->hope);
    bitset_init(&a->destructors);
    a->first_block = ARENA_ARRAY(&a->arena, uint32_t, cg->nfunctions + 1);
    for (uint32_t f = 1; f < cg->nfunctions; f++) {
        a->first_block[f] = a->nblocks;
        a->nblocks += p->functions.data[f]->nblocks;
    }
    a->hot = ARENA_ARRAY(&a->arena, uint32_t, a->nblocks + 1);
    a->function_of = ARENA_ARRAY(&a->arena, uint32_t, a->nblocks + 1);
    for (uint32_t f = 1; f < cg->nfunctions; f++)
        for (uint32_t b = 0; b < p->functions.data[f]->nblocks; b++) a->function_of[a->first_block[f] + b] = f;
    for (uint32_t i = 0; i < p->destructors.len; i++) bitset_add(&a->destructors, p->destructors.data[i]);
    const struct function *run = program_function(p, "__shrike_run_destructors");
    if (run) a->run_destructors = run->id;
    return a;
}

void ahead_free(struct ahead *a) {
    if (!a) return;
    bitset_release(&a->hope);
    bitset_release(&a->destructors);
    vec_release(&a->todo);
    arena_release(&a->arena);
    mem_free(a);
}

static void give_hope(struct ahead *a, uint32_t block) {
    if (bitset_add(&a->hope, block)) vec_push(&a->todo, block);
}

static void heat(struct ahead *a, uint32_t function, uint32_t pc) {
    const struct function *fn = a->cg->p->functions.data[function];
    assert(pc < fn->ncode);
    uint32_t block = a->first_block[function] + cfg_block_at(fn, pc);
    if (a->hot[block] < pc + 1) a->hot[block] = pc + 1;
    give_hope(a, block);
}

static void heat_calls(struct ahead *a, uint32_t node) {
    const struct graph *sites = &a->cg->sites_of;
    for (uint32_t e = sites->start[node]; e < sites->start[node + 1]; e++) {
        const struct call_site *site = &a->cg->sites.data[sites->to[e]];
        heat(a, site->function, site->pc);
    }
}

/* Calls through pointers may come to a point. */
static void heat_pointers(struct ahead *a) {
    if (a->pointers) return;
    a->pointers = true;
    for (uint32_t node = a->cg->nfunctions; node < a->cg->callees.n; node++) heat_calls(a, node);
}

/* The entry of a function has hope: so have its calls. */
static void enter_function(struct ahead *a, uint32_t f) {
    heat_calls(a, f);
    if (a->cg->p->is32 || bitset_has(&a->cg->address_taken, f)) heat_pointers(a);
    if (!bitset_has(&a->destructors, f) || !a->run_destructors) return;
    heat_calls(a, a->run_destructors);
    heat_pointers(a);
}

void ahead_aim(struct ahead *a, const struct code_point *points, uint32_t npoints) {
    memset(a->hot, 0, a->nblocks * sizeof *a->hot);
    bitset_clear(&a->hope);
    a->pointers = false;
    for (uint32_t i = 0; i < npoints; i++) heat(a, points[i].function, points[i].pc);
    while (a->todo.len) {
        uint32_t block = vec_pop(&a->todo), f = a->function_of[block];
        uint32_t number = block - a->first_block[f];
        const struct ir_block *b = &a->cg->p->functions.data[f]->blocks[number];
        for (uint32_t i = 0; i < b->npreds; i++) give_hope(a, a->first_block[f] + b->preds[i]);
        if (number == 0) enter_function(a, f);
    }
}

bool ahead_from(const struct ahead *a, struct code_point at) {
    const struct function *fn = a->cg->p->functions.data[at.function];
    uint32_t first = a->first_block[at.function], number = cfg_block_at(fn, at.pc);
    if (a->hot[first + number] > at.pc) return true;
    const struct ir_block *b = &fn->blocks[number];
    for (uint32_t i = 0; i < b->nsuccs; i++)
        if (bitset_has(&a->hope, first + b->succs[i])) return true;
    return false;
}

bool ahead_in(const struct ahead *a, uint32_t function) {
    const struct function *fn = a->cg->p->functions.data[function];
    return ir_has_code(fn) && bitset_has(&a->hope, a->first_block[function]);
}
