/* Joins: where several ways meet, what may the others have written?
 *
 * All ways to a block pass its immediate dominator, so what lies between that and the
 * block is all that can differ. In the unrolled graph a block behind a loop is a join of
 * all iterations, a header after a jump back is one of its latches alone, and the place
 * behind a call is one of all returns.
 */
#include <assert.h>
#include <stdlib.h>

#include "engine/cdse/fcfg.h"
#include "ir/cfg.h"
#include "ir/graph.h"
#include "ir/operands.h"

static uint64_t both(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

static void add_block(struct join *j, const struct finfo *info, uint32_t b) {
    bitset_union(&j->slots, &info->slots[b]);
    bitset_union(&j->classes, &info->classes[b]);
}

static void add_loop(struct join *j, const struct finfo *info, uint32_t loop) {
    const struct loop *l = &info->loops->loops[loop];
    for (uint32_t i = 0; i < l->count; i++) add_block(j, info, info->loops->members[l->first + i]);
}

/* Everything between b's immediate dominator and its predecessors, jumps back excepted. */
static bool add_region(struct join *j, const struct finfo *info, uint32_t b) {
    const struct ir_block *block = &info->fn->blocks[b];
    struct bitset seen = {0};
    vec_u32 todo = {0};
    uint32_t ways = 0;
    for (uint32_t i = 0; i < block->npreds; i++) {
        uint32_t p = block->preds[i];
        if (!cfg_is_reachable(info->fn, p) || loops_is_back_edge(info->loops, p, b)) continue;
        ways++;
        if (p != info->dom->idom[b] && bitset_add(&seen, p)) vec_push(&todo, p);
    }
    for (uint32_t i = 0; ways > 1 && i < todo.len; i++) {
        uint32_t at = todo.data[i];
        add_block(j, info, at);
        for (uint32_t k = 0; k < info->fn->blocks[at].npreds; k++) {
            uint32_t p = info->fn->blocks[at].preds[k];
            if (p != info->dom->idom[b] && cfg_is_reachable(info->fn, p) && bitset_add(&seen, p)) vec_push(&todo, p);
        }
    }
    bitset_release(&seen);
    vec_release(&todo);
    return ways > 1;
}

/* The outermost loop that holds `from` but not `to`; 0: none. */
static uint32_t loop_left(const struct finfo *info, uint32_t from, uint32_t to) {
    uint32_t left = 0;
    for (uint32_t l = info->loops->innermost[from]; l; l = info->loops->loops[l].parent)
        if (!loops_contains(info->loops, l, to)) left = l;
    return left;
}

static struct join *make_edge_join(const struct finfo *info, uint32_t from, uint32_t to) {
    struct join *j = MEM_NEW(struct join);
    uint32_t left = loop_left(info, from, to);
    bool any = left != 0;
    if (left) add_loop(j, info, left);
    if (loops_is_back_edge(info->loops, from, to)) {
        uint32_t loop = info->loops->innermost[to];
        if (info->loops->loops[loop].nlatches != 1) {
            add_loop(j, info, loop);
            any = true;
        }
    } else {
        any |= add_region(j, info, to);
    }
    if (any) return j;
    mem_free(j);
    return NULL;
}

static struct join *make_return_join(const struct fcfg *g, const struct finfo *info, uint32_t call) {
    assert(ir_is_call(info->fn->code[call].op));
    const struct insn *in = &info->fn->code[call];
    if (in->op == IR_CALL && g->infos[in->a]->nreturns < 2) return NULL;
    struct join *j = MEM_NEW(struct join);
    struct slot_range w = ir_written(info->fn, in);
    for (uint32_t i = 0; i < w.count; i++) bitset_add(&j->slots, w.first + i);
    memuse_writes(g->memuse, info->fn, call, &j->classes);
    return j;
}

const struct join *fcfg_find_join(struct fcfg *g, uint32_t from, struct option *option, uint32_t n) {
    assert(!option->joined && option->target == n);
    const struct fnode *to = fcfg_node(g, n), *at = fcfg_node(g, from);
    struct finfo *info = g->infos[g->frames.data[to->frame].fn->id];
    option->joined = true;
    if (option->kind == OPTION_CALL) return NULL;
    bool edge = option->kind == OPTION_EDGE;
    uint32_t a = edge ? at->block : NO_NODE;
    uint32_t b = edge ? to->block : to->first - 1;
    uint64_t *found = map_find(&info->joins, both(a, b));
    if (found) {
        option->join = (const struct join *)(uintptr_t)*found;
        return option->join;
    }
    option->join = edge ? make_edge_join(info, a, b) : make_return_join(g, info, b);
    map_put(&info->joins, both(a, b), (uintptr_t)option->join);
    return option->join;
}

void fcfg_release_joins(struct finfo *info) {
    uint32_t cursor = 0;
    uint64_t key, value;
    while (map_next(&info->joins, &cursor, &key, &value)) {
        struct join *j = (struct join *)(uintptr_t)value;
        if (!j) continue;
        bitset_release(&j->slots);
        bitset_release(&j->classes);
        mem_free(j);
    }
    map_release(&info->joins);
}
