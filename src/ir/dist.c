#include "ir/dist.h"

#include <assert.h>

#include "base/heap.h"
#include "ir/cfg.h"

/* Segments are numbered by function, then in code order, and tile the code. */
struct segment {
    uint32_t function, block;
    uint32_t first, len; /* instructions */
    uint32_t site;       /* of the call at its end; NO_NODE: it ends its block */
};

struct dist {
    const struct callgraph *cg;
    struct arena arena;
    uint32_t nsegments;
    struct segment *segments;
    uint32_t *first_segment; /* of a function */
    uint32_t *first_block;   /* of a function, into block_segment */
    uint32_t *block_segment; /* first segment of a block */
    uint32_t *site_segment;  /* segment that ends with a call site */
    uint32_t *through;       /* call graph node: least cost from entry to return */
    uint32_t *to_return;     /* segment */
    uint32_t *down;          /* segment */
    uint32_t *enter;         /* node: least `down` of the entries it stands for */
    uint32_t *up;            /* node */
    uint32_t *after;         /* function that the system calls: `up` by that alone */
};

static uint32_t add(uint32_t a, uint32_t b) {
    if (a == DIST_NEVER || b == DIST_NEVER) return DIST_NEVER;
    return a > DIST_FAR - b ? DIST_FAR : a + b;
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static const struct function *function_of(const struct dist *d, uint32_t f) { return d->cg->p->functions.data[f]; }

/* ---- segments */

static void add_segment(struct dist *d, uint32_t f, uint32_t block, uint32_t first, uint32_t end, uint32_t site) {
    assert(first < end);
    d->segments[d->nsegments++] = (struct segment){f, block, first, end - first, site};
}

static void cut_function(struct dist *d, uint32_t f) {
    const struct function *fn = function_of(d, f);
    uint32_t site = d->cg->first_site[f];
    for (uint32_t b = 0; b < fn->nblocks; b++) {
        uint32_t first = fn->blocks[b].first, end = fn->blocks[b].end;
        d->block_segment[d->first_block[f] + b] = d->nsegments;
        for (; site < d->cg->first_site[f + 1] && d->cg->sites.data[site].pc < end; site++) {
            uint32_t next = d->cg->sites.data[site].pc + 1;
            d->site_segment[site] = d->nsegments;
            add_segment(d, f, b, first, next, site);
            first = next;
        }
        add_segment(d, f, b, first, end, NO_NODE);
    }
    assert(site == d->cg->first_site[f + 1]);
}

static void cut_program(struct dist *d) {
    uint32_t nfunctions = d->cg->nfunctions, nblocks = 0;
    d->first_block = ARENA_ARRAY(&d->arena, uint32_t, nfunctions + 1);
    d->first_segment = ARENA_ARRAY(&d->arena, uint32_t, nfunctions + 1);
    for (uint32_t f = 1; f < nfunctions; f++) {
        d->first_block[f] = nblocks;
        nblocks += function_of(d, f)->nblocks;
    }
    uint32_t most = nblocks + d->cg->sites.len;
    d->block_segment = ARENA_ARRAY(&d->arena, uint32_t, nblocks);
    d->site_segment = ARENA_ARRAY(&d->arena, uint32_t, d->cg->sites.len);
    d->segments = ARENA_ARRAY(&d->arena, struct segment, most);
    for (uint32_t f = 1; f < nfunctions; f++) {
        d->first_segment[f] = d->nsegments;
        cut_function(d, f);
    }
    d->first_segment[nfunctions] = d->nsegments;
    assert(d->nsegments == most);
}

static uint32_t block_start(const struct dist *d, uint32_t f, uint32_t block) {
    return d->block_segment[d->first_block[f] + block];
}

static uint32_t block_last(const struct dist *d, uint32_t f, uint32_t block) {
    uint32_t b = d->first_block[f] + block;
    bool last = block + 1 == function_of(d, f)->nblocks;
    return (last ? d->first_segment[f + 1] : d->block_segment[b + 1]) - 1;
}

static uint32_t segment_at(const struct dist *d, struct code_point at) {
    assert(at.function < d->cg->nfunctions && at.pc < function_of(d, at.function)->ncode);
    uint32_t low = d->first_segment[at.function], high = d->first_segment[at.function + 1];
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (d->segments[middle].first <= at.pc) low = middle;
        else high = middle;
    }
    return low;
}

/* ---- least costs, by Dijkstra's algorithm against the direction of the code.
 *
 * The cost of a call needs the costs of the callee, so to_return is found the way
 * Knuth does it for grammars: costs only ever add up, so what the queue yields is
 * final, a function's entry included, and only then its calls are looked at. */

/* A place with its cost: the least first. */
struct dist_way {
    uint32_t cost, node;
};
typedef VEC(struct dist_way) way_heap;

static bool is_nearer(const void *a, const void *b) {
    const struct dist_way *x = a, *y = b;
    return x->cost < y->cost || (x->cost == y->cost && x->node < y->node);
}

struct cost_flow {
    struct dist *d;
    uint32_t *cost; /* to_return or down */
    bool entering;  /* do costs go up from an entry to the calls? */
    uint32_t *node; /* cost at the entries that a call graph node stands for */
    way_heap heap;
};

static void relax(struct cost_flow *w, uint32_t segment, uint32_t rest) {
    uint32_t cost = add(w->d->segments[segment].len, rest);
    if (cost >= w->cost[segment]) return;
    w->cost[segment] = cost;
    heap_push(&w->heap, is_nearer, (struct dist_way){cost, segment});
}

/* The cost at the entries of a node is known: look at the calls of the node. */
static void settle_node(struct cost_flow *w, uint32_t node, uint32_t cost) {
    if (w->node[node] <= cost) return;
    w->node[node] = cost;
    const struct graph *sites = &w->d->cg->sites_of;
    for (uint32_t e = sites->start[node]; e < sites->start[node + 1]; e++) {
        uint32_t segment = w->d->site_segment[sites->to[e]];
        relax(w, segment, w->entering ? cost : add(cost, w->cost[segment + 1]));
    }
}

static void settle_function(struct cost_flow *w, uint32_t f, uint32_t cost) {
    const struct callgraph *cg = w->d->cg;
    settle_node(w, f, cost);
    for (uint32_t e = cg->callers.start[f]; e < cg->callers.start[f + 1]; e++)
        if (!callgraph_is_function(cg, cg->callers.to[e])) settle_node(w, cg->callers.to[e], cost);
}

static void settle_segment(struct cost_flow *w, uint32_t segment, uint32_t cost) {
    const struct dist *d = w->d;
    const struct segment *at = &d->segments[segment];
    if (segment != block_start(d, at->function, at->block)) {
        uint32_t callee = d->cg->sites.data[d->segments[segment - 1].site].callee;
        relax(w, segment - 1, add(d->through[callee], cost));
        return;
    }
    const struct ir_block *block = &function_of(d, at->function)->blocks[at->block];
    for (uint32_t i = 0; i < block->npreds; i++) relax(w, block_last(d, at->function, block->preds[i]), cost);
    if (at->block == 0) settle_function(w, at->function, cost);
}

static void run_flow(struct cost_flow *w) {
    while (w->heap.len) {
        struct dist_way item = heap_pop(&w->heap, is_nearer);
        if (item.cost == w->cost[item.node]) settle_segment(w, item.node, item.cost);
    }
    vec_release(&w->heap);
}

static void forget(uint32_t *costs, uint32_t n) { memset(costs, 0xff, n * sizeof *costs); }

static void find_returns(struct dist *d) {
    struct cost_flow w = {.d = d, .cost = d->to_return, .node = d->through};
    forget(d->to_return, d->nsegments);
    forget(d->through, d->cg->callees.n);
    for (uint32_t f = 1; f < d->cg->nfunctions; f++)
        if (!ir_has_code(function_of(d, f))) settle_function(&w, f, 0);
    for (uint32_t s = 0; s < d->nsegments; s++) {
        const struct segment *at = &d->segments[s];
        const struct function *f = function_of(d, at->function);
        if (f->code[at->first + at->len - 1].op == IR_RET) relax(&w, s, 0);
    }
    run_flow(&w);
}

static void find_down(struct dist *d, const struct code_point *targets, uint32_t ntargets) {
    struct cost_flow w = {.d = d, .cost = d->down, .entering = true, .node = d->enter};
    forget(d->down, d->nsegments);
    forget(d->enter, d->cg->callees.n);
    for (uint32_t i = 0; i < ntargets; i++) {
        uint32_t s = segment_at(d, targets[i]);
        assert(function_of(d, targets[i].function)->blocks[d->segments[s].block].first == targets[i].pc);
        d->down[s] = 0;
        heap_push(&w.heap, is_nearer, (struct dist_way){0, s});
    }
    run_flow(&w);
}

/* ---- the way up */

static void relax_up(struct dist *d, way_heap *heap, uint32_t node, uint32_t cost) {
    if (cost >= d->up[node]) return;
    d->up[node] = cost;
    heap_push(heap, is_nearer, (struct dist_way){cost, node});
}

static void relax_sites(struct dist *d, way_heap *heap, uint32_t caller, uint32_t cost) {
    for (uint32_t i = d->cg->first_site[caller]; i < d->cg->first_site[caller + 1]; i++)
        relax_up(d, heap, d->cg->sites.data[i].callee, add(d->to_return[d->site_segment[i] + 1], cost));
}

/* The system calls the constructors, the entry, the destructors, one after the
 * other; going backwards, *rest is the least cost of what is still to come. */
static void call_from_system(struct dist *d, uint32_t f, uint32_t *rest) {
    d->after[f] = least(d->after[f], *rest);
    *rest = least(d->enter[f], add(d->through[f], *rest));
}

static void find_after(struct dist *d) {
    const struct program *p = d->cg->p;
    uint32_t rest = DIST_NEVER;
    forget(d->after, d->cg->nfunctions);
    for (uint32_t i = p->destructors.len; i-- > 0;) call_from_system(d, p->destructors.data[i], &rest);
    if (p->entry) call_from_system(d, p->entry, &rest);
    for (uint32_t i = p->constructors.len; i-- > 0;) call_from_system(d, p->constructors.data[i], &rest);
}

static void find_up(struct dist *d) {
    const struct callgraph *cg = d->cg;
    way_heap heap = {0};
    forget(d->up, cg->callees.n);
    for (uint32_t f = 1; f < cg->nfunctions; f++) relax_up(d, &heap, f, d->after[f]);
    for (uint32_t i = 0; i < cg->sites.len; i++)
        relax_up(d, &heap, cg->sites.data[i].callee, d->down[d->site_segment[i] + 1]);
    while (heap.len) {
        struct dist_way item = heap_pop(&heap, is_nearer);
        if (item.cost != d->up[item.node]) continue;
        if (callgraph_is_function(cg, item.node)) {
            relax_sites(d, &heap, item.node, item.cost);
            continue;
        }
        for (uint32_t e = cg->callees.start[item.node]; e < cg->callees.start[item.node + 1]; e++)
            relax_up(d, &heap, cg->callees.to[e], item.cost);
    }
    vec_release(&heap);
}

/* ---- interface */

struct dist *dist_new(const struct callgraph *cg) {
    struct dist *d = MEM_NEW(struct dist);
    arena_init(&d->arena);
    d->cg = cg;
    cut_program(d);
    uint32_t nnodes = cg->callees.n;
    d->through = ARENA_ARRAY(&d->arena, uint32_t, nnodes);
    d->enter = ARENA_ARRAY(&d->arena, uint32_t, nnodes);
    d->up = ARENA_ARRAY(&d->arena, uint32_t, nnodes);
    d->after = ARENA_ARRAY(&d->arena, uint32_t, cg->nfunctions);
    d->to_return = ARENA_ARRAY(&d->arena, uint32_t, d->nsegments);
    d->down = ARENA_ARRAY(&d->arena, uint32_t, d->nsegments);
    find_returns(d);
    dist_aim(d, NULL, 0);
    return d;
}

void dist_free(struct dist *d) {
    if (!d) return;
    arena_release(&d->arena);
    mem_free(d);
}

void dist_aim(struct dist *d, const struct code_point *targets, uint32_t ntargets) {
    find_down(d, targets, ntargets);
    find_after(d);
    find_up(d);
}

/* Least cost from the end of a segment, a call at its end not yet made. */
static uint32_t down_from_end(const struct dist *d, uint32_t segment) {
    const struct segment *at = &d->segments[segment];
    if (at->site != NO_NODE) {
        uint32_t callee = d->cg->sites.data[at->site].callee;
        return least(d->enter[callee], add(d->through[callee], d->down[segment + 1]));
    }
    const struct ir_block *block = &function_of(d, at->function)->blocks[at->block];
    uint32_t cost = DIST_NEVER;
    for (uint32_t i = 0; i < block->nsuccs; i++)
        cost = least(cost, d->down[block_start(d, at->function, block->succs[i])]);
    return cost;
}

uint32_t dist_down(const struct dist *d, struct code_point at) {
    uint32_t s = segment_at(d, at);
    const struct segment *segment = &d->segments[s];
    if (at.pc == segment->first) return d->down[s];
    return add(segment->first + segment->len - at.pc, down_from_end(d, s));
}

uint32_t dist_to_return(const struct dist *d, struct code_point at) {
    uint32_t s = segment_at(d, at), passed = at.pc - d->segments[s].first;
    return d->to_return[s] >= DIST_FAR ? d->to_return[s] : d->to_return[s] - passed;
}

uint32_t dist_from(const struct dist *d, struct code_point at) {
    return least(dist_down(d, at), add(dist_to_return(d, at), d->up[at.function]));
}

uint32_t dist_from_stack(const struct dist *d, const struct code_point *frames, uint32_t nframes) {
    assert(nframes > 0);
    uint32_t best = DIST_NEVER, left = 0;
    for (uint32_t i = 0; i < nframes; i++) {
        best = least(best, add(left, dist_down(d, frames[i])));
        left = add(left, dist_to_return(d, frames[i]));
        if (left >= best) return best;
    }
    return least(best, add(left, d->after[frames[nframes - 1].function]));
}
