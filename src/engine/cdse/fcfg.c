#include "engine/cdse/fcfg.h"

#include <assert.h>
#include <stdlib.h>

#include "ir/bound.h"
#include "ir/cfg.h"
#include "ir/graph.h"
#include "ir/operands.h"

/* ---- unique numbers ------------------------------------------------------------------------------ */

static uint64_t both(uint32_t a, uint32_t b) { return (uint64_t)a << 32 | b; }

/* Context 0 is outside of all loops. */
static uint32_t make_context(struct fcfg *g, uint32_t parent, uint32_t loop, uint32_t k) {
    uint64_t pair = map_get(&g->pair_ids, both(parent, loop), UINT64_MAX);
    if (pair == UINT64_MAX) {
        pair = g->pairs.len;
        vec_push(&g->pairs, both(parent, loop));
        map_put(&g->pair_ids, both(parent, loop), pair);
    }
    uint64_t key = both((uint32_t)pair, k), found = map_get(&g->context_ids, key, UINT64_MAX);
    if (found != UINT64_MAX) return (uint32_t)found;
    vec_push(&g->contexts, key);
    map_put(&g->context_ids, key, g->contexts.len - 1);
    return g->contexts.len - 1;
}

static uint32_t context_parent(const struct fcfg *g, uint32_t c) {
    return (uint32_t)(g->pairs.data[g->contexts.data[c] >> 32] >> 32);
}
static uint32_t context_loop(const struct fcfg *g, uint32_t c) {
    return c ? (uint32_t)g->pairs.data[g->contexts.data[c] >> 32] : 0;
}
static uint32_t context_count(const struct fcfg *g, uint32_t c) { return (uint32_t)g->contexts.data[c]; }

struct fcontext fcfg_context(const struct fcfg *g, uint32_t c) {
    assert(c && c < g->contexts.len);
    return (struct fcontext){context_parent(g, c), context_loop(g, c), context_count(g, c)};
}

/* ---- bounds ------------------------------------------------------------------------------------------ */

/* The user's bound of a loop of f, by its header. */
static uint32_t loop_limit(const struct fcfg *g, const struct function *f, uint32_t header) {
    const struct bounds *bounds = g->p->bounds;
    for (uint32_t i = 1; bounds && i <= bounds->nloops; i++)
        if (bounds->loops[i].function == f->id && bounds->loops[i].header == header) return bounds->loops[i].limit;
    return BOUND_NONE;
}

static uint32_t recursion_limit(const struct fcfg *g) { return g->p->bounds ? g->p->bounds->recursion : BOUND_NONE; }

/* The bit of the bound that does not let something happen once more; 0: all do. */
static uint64_t cut_by(const struct fcfg *g, uint32_t number, uint32_t count, uint32_t limit) {
    assert(number < g->bounds.len);
    if (count >= limit && limit != BOUND_NONE) return FCFG_FINAL;
    return count >= g->bounds.data[number] ? UINT64_C(1) << number % 62 : 0;
}

uint32_t fcfg_bound(const struct fcfg *g, uint64_t bit) {
    assert(bit && !(bit & (bit - 1)) && bit != FCFG_FINAL);
    uint32_t number = (uint32_t)__builtin_ctzll(bit);
    return number < 62 && number < g->bounds.len ? g->bounds.data[number] : 0;
}

/* Loops of the user's code do not stop by themselves any more; the graph ends instead. */
static void take_over_bounds(struct program *p) {
    struct bounds *bounds = p->bounds;
    for (uint32_t i = 1; bounds && i <= bounds->nloops; i++) {
        const struct function *f = p->functions.data[bounds->loops[i].function];
        if (!f->runtime) f->code[bounds->loops[i].back_pc].b = BOUND_NONE;
    }
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (!p->functions.data[i]->runtime) p->functions.data[i]->max_active = 0;
}

/* ---- nodes --------------------------------------------------------------------------------------------- */

static bool ends_node(const struct fcfg *g, const struct insn *in) {
    if (ir_is_terminator(in->op) || in->op == IR_CALLI) return true;
    if (in->op != IR_CALL) return false;
    enum callee kind = fcfg_callee(g, in->a);
    return kind == CALLEE_FOLLOWED || kind == CALLEE_ERROR || kind == CALLEE_END;
}

static uint32_t make_node(struct fcfg *g, uint32_t frame, uint32_t context, uint32_t first) {
    assert(frame < g->frames.len && context < g->contexts.len && first < g->frames.data[frame].fn->ncode);
    uint64_t place = map_get(&g->frame_ids, both(frame, context), UINT64_MAX);
    if (place == UINT64_MAX) {
        place = g->frame_ids.len;
        map_put(&g->frame_ids, both(frame, context), place);
    }
    uint64_t key = both((uint32_t)place, first), found = map_get(&g->node_ids, key, UINT64_MAX);
    if (found != UINT64_MAX) return (uint32_t)found;
    const struct insn *code = g->frames.data[frame].fn->code;
    uint32_t last = first;
    while (!ends_node(g, &code[last])) last++;
    struct fnode node = {.frame = frame, .context = context, .first = first, .last = last, .literal = ++g->literals};
    node.block = cfg_block_at(g->frames.data[frame].fn, first);
    vec_push(&g->nodes, node);
    map_put(&g->node_ids, key, g->nodes.len - 1);
    return g->nodes.len - 1;
}

uint32_t fcfg_start(struct fcfg *g, const struct function *fn) {
    assert(!g->nodes.len && !g->frames.len && ir_has_code(fn));
    vec_push(&g->frames, (struct fframe){fn, NO_NODE, 1, 1, g->exit_matters});
    return make_node(g, 0, 0, 0);
}

/* ---- options ----------------------------------------------------------------------------------------- */

typedef VEC(struct option) options;

static bool has_hope(const struct fcfg *g, uint32_t frame, uint32_t at) {
    const struct fframe *f = &g->frames.data[frame];
    const struct finfo *info = g->infos[f->fn->id];
    return fcfg_hope(g, info, at) || (f->hope && fcfg_leaves(info, at));
}

static struct option *add_option(struct fcfg *g, options *to, enum option_kind kind, uint32_t code) {
    vec_push(to, (struct option){.kind = kind, .literal = ++g->literals, .target = NO_NODE, .code = code});
    return &to->data[to->len - 1];
}

static uint32_t count_active(const struct fcfg *g, uint32_t frame, const struct function *fn) {
    assert(frame < g->frames.len);
    for (uint32_t f = frame;; f = g->nodes.data[g->frames.data[f].caller].frame) {
        if (g->frames.data[f].fn == fn) return g->frames.data[f].active;
        if (g->frames.data[f].caller == NO_NODE) return 0;
    }
}

/* Would the edge go around a loop too often, the call be nested too deeply? */
static uint64_t look_at_bound(const struct fcfg *g, const struct fnode *n, const struct option *o) {
    const struct function *f = g->frames.data[n->frame].fn;
    if (o->kind == OPTION_EDGE) {
        const struct loops *loops = g->infos[f->id]->loops;
        uint32_t to = cfg_block_at(f, o->code), c = n->context, loop = loops->innermost[to];
        if (!loops_is_back_edge(loops, n->block, to)) return 0;
        while (context_loop(g, c) != loop) {
            assert(c); /* it is around the node */
            c = context_parent(g, c);
        }
        return cut_by(g, g->infos[f->id]->bound_number + loop, context_count(g, c), loop_limit(g, f, to));
    }
    if (o->kind != OPTION_CALL || !bitset_has(&g->cg->recursive, o->code)) return 0;
    uint32_t active = count_active(g, n->frame, g->p->functions.data[o->code]);
    return active ? cut_by(g, g->infos[o->code]->bound_number, active - 1, recursion_limit(g)) : 0;
}

static void add_edge(struct fcfg *g, options *to, const struct fnode *n, uint32_t code) {
    for (uint32_t i = 0; i < to->len; i++)
        if (to->data[i].kind == OPTION_EDGE && to->data[i].code == code) return;
    const struct finfo *info = g->infos[g->frames.data[n->frame].fn->id];
    if (!has_hope(g, n->frame, code)) return;
    uint32_t block = cfg_block_at(info->fn, code);
    struct option *o = add_option(g, to, OPTION_EDGE, code);
    o->rank = info->rank[block];
    o->cut = look_at_bound(g, n, o);
}

static void add_call(struct fcfg *g, options *to, const struct fnode *n, uint32_t function) {
    const struct finfo *info = g->infos[function];
    if (fcfg_is_deep(g, n)) return;
    bool hope = info->property || (info->leaves[0] && has_hope(g, n->frame, n->last + 1));
    if (!hope) return;
    struct option *o = add_option(g, to, OPTION_CALL, function);
    o->rank = info->property ? 0 : 1;
    o->cut = look_at_bound(g, n, o);
}

static void add_return(struct fcfg *g, options *to, const struct fnode *n) {
    const struct fframe *frame = &g->frames.data[n->frame];
    if (frame->caller == NO_NODE) {
        if (g->exit_matters) add_option(g, to, OPTION_EXIT, n->last);
    } else if (frame->hope) {
        add_option(g, to, OPTION_RETURN, n->last);
    }
}

static void add_ways(struct fcfg *g, options *to, const struct fnode *n) {
    const struct function *f = g->frames.data[n->frame].fn;
    const struct insn *in = &f->code[n->last];
    switch (in->op) {
    case IR_JMP: add_edge(g, to, n, in->c); return;
    case IR_RET: add_return(g, to, n); return;
    case IR_SWITCH: {
        const struct ir_switch *sw = &f->switches[in->b];
        for (uint32_t i = 0; i < sw->ncases; i++) add_edge(g, to, n, sw->targets[i]);
        add_edge(g, to, n, sw->otherwise);
        return;
    }
    case IR_CALL:
        if (fcfg_callee(g, in->a) == CALLEE_FOLLOWED) add_call(g, to, n, in->a);
        return;
    case IR_CALLI:
        for (uint32_t i = 0; i < g->pointed.len; i++) add_call(g, to, n, g->pointed.data[i]);
        if (has_hope(g, n->frame, n->last + 1)) add_option(g, to, OPTION_OTHER, n->last);
        return;
    case IR_UNREACHABLE:
    case IR_UNSUPPORTED: return;
    default: /* a branch */ add_edge(g, to, n, in->c); add_edge(g, to, n, in->d);
    }
}

static int by_rank(const void *a, const void *b) {
    const struct option *x = a, *y = b;
    bool cx = x->kind == OPTION_CHECK || x->kind == OPTION_EXIT, cy = y->kind == OPTION_CHECK || y->kind == OPTION_EXIT;
    if (cx != cy) return cx ? -1 : 1;
    if (x->rank != y->rank) return x->rank < y->rank ? -1 : 1;
    return x->literal < y->literal ? -1 : x->literal > y->literal;
}

/* Does the node end in a call for which there is no stack left, and is that error not reported yet? */
static bool too_deep(const struct fcfg *g, const struct fnode *n) {
    const struct function *f = g->frames.data[n->frame].fn;
    const struct insn *in = &f->code[n->last];
    bool call = in->op == IR_CALLI || (in->op == IR_CALL && fcfg_callee(g, in->a) == CALLEE_FOLLOWED);
    return call && fcfg_is_deep(g, n) && g->infos[f->id]->fails[n->last] != FAILS_TOLD;
}

void fcfg_expand(struct fcfg *g, uint32_t n) {
    assert(n < g->nodes.len);
    if (g->nodes.data[n].options) return;
    struct fnode node = g->nodes.data[n];
    const struct finfo *info = g->infos[g->frames.data[node.frame].fn->id];
    options list = {0};
    for (uint32_t pc = node.first; pc <= node.last; pc++)
        if (info->fails[pc] == FAILS_MAYBE || (pc == node.last && too_deep(g, &node)))
            add_option(g, &list, OPTION_CHECK, pc);
    add_ways(g, &list, &node);
    if (list.len) qsort(list.data, list.len, sizeof *list.data, by_rank);
    struct fnode *to = fcfg_node(g, n);
    to->noptions = list.len;
    to->options = ARENA_ARRAY(&g->arena, struct option, list.len + 1);
    if (list.len) memcpy(to->options, list.data, list.len * sizeof *list.data);
    vec_release(&list);
    fcfg_check(g, n);
}

/* ---- targets ----------------------------------------------------------------------------------------- */

/* The context of block `to`, coming from `from`. */
static uint32_t next_context(struct fcfg *g, const struct finfo *info, uint32_t context, uint32_t from, uint32_t to) {
    const struct loops *loops = info->loops;
    while (context && !loops_contains(loops, context_loop(g, context), to)) context = context_parent(g, context);
    if (loops_is_back_edge(loops, from, to)) {
        while (context_loop(g, context) != loops->innermost[to]) context = context_parent(g, context);
        return make_context(g, context_parent(g, context), context_loop(g, context), context_count(g, context) + 1);
    }
    /* Loops entered, outermost first. */
    vec_u32 entered = {0};
    for (uint32_t l = loops->innermost[to]; l && l != context_loop(g, context); l = loops->loops[l].parent)
        vec_push(&entered, l);
    while (entered.len) context = make_context(g, context, vec_pop(&entered), 0);
    vec_release(&entered);
    return context;
}

static uint32_t enter_function(struct fcfg *g, uint32_t n, uint32_t function) {
    assert(fcfg_callee(g, function) == CALLEE_FOLLOWED);
    uint32_t frame = g->nodes.data[n].frame;
    const struct function *fn = g->p->functions.data[function];
    bool hope = has_hope(g, frame, g->nodes.data[n].last + 1);
    vec_push(&g->frames, (struct fframe){fn, n, g->frames.data[frame].depth + 1, count_active(g, frame, fn) + 1, hope});
    return make_node(g, g->frames.len - 1, 0, 0);
}

uint32_t fcfg_target(struct fcfg *g, uint32_t n, uint32_t i) {
    assert(n < g->nodes.len && i < g->nodes.data[n].noptions);
    struct fnode node = g->nodes.data[n];
    struct option *o = &node.options[i];
    if (o->target != NO_NODE) return o->target;
    const struct finfo *info = g->infos[g->frames.data[node.frame].fn->id];
    switch (o->kind) {
    case OPTION_EDGE: {
        uint32_t from = node.block, to = cfg_block_at(info->fn, o->code);
        o->target = make_node(g, node.frame, next_context(g, info, node.context, from, to), o->code);
        break;
    }
    case OPTION_CALL: o->target = enter_function(g, n, o->code); break;
    case OPTION_OTHER: o->target = make_node(g, node.frame, node.context, node.last + 1); break;
    case OPTION_RETURN: {
        uint32_t caller = g->frames.data[node.frame].caller;
        struct fnode at = g->nodes.data[caller];
        o->target = make_node(g, at.frame, at.context, at.last + 1);
        break;
    }
    case OPTION_CHECK:
    case OPTION_EXIT: break;
    }
    assert((o->target == NO_NODE) == (o->kind == OPTION_CHECK || o->kind == OPTION_EXIT));
    return o->target;
}

void fcfg_raise(struct fcfg *g, uint64_t bits) {
    assert(bits && !(bits & FCFG_FINAL)); /* the user's bounds stay */
    for (uint32_t b = 0; b < g->bounds.len; b++)
        if (bits >> b % 62 & 1) g->bounds.data[b] *= 8;
    for (uint32_t i = 0; i < g->nodes.len; i++) {
        struct fnode *n = fcfg_node(g, i);
        for (uint32_t k = 0; n->options && k < n->noptions; k++)
            if (n->options[k].cut & bits) n->options[k].cut = look_at_bound(g, n, &n->options[k]);
        if (n->dead_bounds & bits) {
            n->dead = false;
            n->dead_bounds = 0;
        }
    }
}

void fcfg_told(struct fcfg *g, const struct function *fn, uint32_t code) {
    if (!g->infos[fn->id] || g->infos[fn->id]->fails[code] == FAILS_TOLD) return;
    g->infos[fn->id]->fails[code] = FAILS_TOLD;
    for (uint32_t i = 0; i < g->nodes.len; i++) {
        const struct fnode *n = &g->nodes.data[i];
        if (g->frames.data[n->frame].fn != fn || code < n->first || code > n->last) continue;
        for (uint32_t k = 0; n->options && k < n->noptions; k++)
            if (n->options[k].kind == OPTION_CHECK && n->options[k].code == code) n->options[k].dead = true;
    }
}

/* ---- the whole --------------------------------------------------------------------------------------- */

void fcfg_init(struct fcfg *g, struct program *p, bool exit_matters, check_set checks, bool check_abort,
               uint32_t max_depth, uint64_t stack_size) {
    *g = (struct fcfg){.p = p,
                       .exit_matters = exit_matters,
                       .check_shift = check_has(checks, CHECK_SHIFT),
                       .check_cast = check_has(checks, CHECK_CAST),
                       .check_abort = check_abort,
                       .max_depth = max_depth,
                       .stack_size = stack_size};
    cfg_build_all(p);
    arena_init(&g->arena);
    g->cg = callgraph_new(p);
    g->memuse = memuse_new(g->cg);
    g->infos = ARENA_ARRAY(&g->arena, struct finfo *, p->functions.len);
    g->callees = ARENA_ARRAY(&g->arena, uint8_t, p->functions.len);
    map_init(&g->node_ids);
    map_init(&g->frame_ids);
    map_init(&g->context_ids);
    map_init(&g->pair_ids);
    vec_push(&g->contexts, 0);
    vec_push(&g->pairs, 0);
    take_over_bounds(p);
    fcfg_look_at(g);
}

void fcfg_release(struct fcfg *g) {
    for (uint32_t i = 1; i < g->p->functions.len; i++) {
        struct finfo *info = g->infos[i];
        if (!info) continue;
        for (uint32_t b = 0; b < info->fn->nblocks; b++) {
            bitset_release(&info->slots[b]);
            bitset_release(&info->classes[b]);
        }
        fcfg_release_joins(info);
    }
    map_release(&g->node_ids);
    map_release(&g->frame_ids);
    map_release(&g->context_ids);
    map_release(&g->pair_ids);
    vec_release(&g->contexts);
    vec_release(&g->pairs);
    vec_release(&g->nodes);
    vec_release(&g->frames);
    vec_release(&g->pointed);
    vec_release(&g->bounds);
    memuse_free(g->memuse);
    callgraph_free(g->cg);
    arena_release(&g->arena);
}

/* ---- invariants -------------------------------------------------------------------------------------- */

#ifndef NDEBUG

void fcfg_check(const struct fcfg *g, uint32_t n) {
    const struct fnode *node = &g->nodes.data[n];
    const struct fframe *frame = &g->frames.data[node->frame];
    const struct function *f = frame->fn;
    uint64_t place = map_get(&g->frame_ids, both(node->frame, node->context), UINT64_MAX);
    assert(map_get(&g->node_ids, both((uint32_t)place, node->first), UINT64_MAX) == n);
    assert(node->first <= node->last && node->last < f->blocks[node->block].end && ends_node(g, &f->code[node->last]));
    assert(frame->depth && frame->active && (frame->caller == NO_NODE || frame->caller < n));
    assert(node->options && node->literal);
    for (uint32_t i = 0; i < node->noptions; i++) {
        const struct option *o = &node->options[i];
        assert(o->literal > node->literal && o->literal <= g->literals);
        assert(!(o->cut & (o->cut - 1))); /* one bound, if any */
        if (o->kind == OPTION_CHECK) assert(o->code >= node->first && o->code <= node->last && !o->cut);
        if (o->kind == OPTION_EDGE) assert(f->blocks[cfg_block_at(f, o->code)].first == o->code);
        if (i) assert(by_rank(&node->options[i - 1], o) < 0); /* no two alike, errors first */
    }
}

#else

void fcfg_check(const struct fcfg *g, uint32_t n) { (void)g, (void)n; }

#endif
