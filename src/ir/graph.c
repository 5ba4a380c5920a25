#include "ir/graph.h"

#include <assert.h>

void graph_init(struct graph *g, struct arena *arena, uint32_t n, const struct edge *edges, uint32_t nedges) {
    g->n = n;
    g->start = ARENA_ARRAY(arena, uint32_t, (size_t)n + 1);
    g->to = ARENA_ARRAY(arena, uint32_t, nedges);
    for (uint32_t e = 0; e < nedges; e++) {
        assert(edges[e].from < n);
        g->start[edges[e].from + 1]++;
    }
    for (uint32_t v = 0; v < n; v++) g->start[v + 1] += g->start[v];
    /* Filling moves each start to its end, which is the next one's start. */
    for (uint32_t e = 0; e < nedges; e++) g->to[g->start[edges[e].from]++] = edges[e].to;
    for (uint32_t v = n; v > 0; v--) g->start[v] = g->start[v - 1];
    g->start[0] = 0;
}

void graph_init_reverse(struct graph *g, struct arena *arena, const struct graph *of) {
    g->n = of->n;
    uint32_t nedges = of->start[of->n];
    g->start = ARENA_ARRAY(arena, uint32_t, (size_t)of->n + 1);
    g->to = ARENA_ARRAY(arena, uint32_t, nedges);
    for (uint32_t e = 0; e < nedges; e++) g->start[of->to[e] + 1]++;
    for (uint32_t v = 0; v < g->n; v++) g->start[v + 1] += g->start[v];
    for (uint32_t v = 0; v < g->n; v++)
        for (uint32_t e = of->start[v]; e < of->start[v + 1]; e++) g->to[g->start[of->to[e]]++] = v;
    for (uint32_t v = g->n; v > 0; v--) g->start[v] = g->start[v - 1];
    g->start[0] = 0;
}

/* A node on the way down and the next of its edges to follow. */
struct visit {
    uint32_t node, edge;
};
typedef VEC(struct visit) vec_step;

static void dfs_enter(const struct graph *g, struct dfs *dfs, vec_step *stack, uint32_t v) {
    uint32_t above = stack->len ? dfs->number[vec_last(stack).node] : NO_NODE;
    dfs->number[v] = dfs->n;
    dfs->node[dfs->n] = v;
    dfs->parent[dfs->n++] = above;
    vec_push(stack, (struct visit){v, g->start[v]});
}

void graph_dfs(const struct graph *g, struct arena *arena, uint32_t root, struct dfs *dfs) {
    assert(root < g->n);
    dfs->n = 0;
    dfs->number = ARENA_ARRAY(arena, uint32_t, g->n);
    dfs->node = ARENA_ARRAY(arena, uint32_t, g->n);
    dfs->parent = ARENA_ARRAY(arena, uint32_t, g->n);
    dfs->last = ARENA_ARRAY(arena, uint32_t, g->n);
    dfs->post = ARENA_ARRAY(arena, uint32_t, g->n);
    memset(dfs->number, 0xff, g->n * sizeof *dfs->number);
    vec_step stack = {0};
    uint32_t finished = 0;
    dfs_enter(g, dfs, &stack, root);
    while (stack.len) {
        struct visit *top = &vec_last(&stack);
        if (top->edge < g->start[top->node + 1]) {
            uint32_t v = g->to[top->edge++];
            if (dfs->number[v] == NO_NODE) dfs_enter(g, dfs, &stack, v);
        } else {
            dfs->last[dfs->number[top->node]] = dfs->n - 1;
            dfs->post[finished++] = top->node;
            (void)vec_pop(&stack);
        }
    }
    assert(finished == dfs->n);
    vec_release(&stack);
}

/* Tarjan's algorithm. A node's `low` is 0 before it is visited and NO_NODE once
 * its component is known. */
struct scc_search {
    const struct graph *g;
    uint32_t *low;
    uint32_t *scc;
    uint32_t visited, count;
    vec_step stack;
    vec_u32 open;
};

static void scc_enter(struct scc_search *s, uint32_t v) {
    s->low[v] = ++s->visited;
    s->scc[v] = s->visited; /* holds the visit number until the component is known */
    vec_push(&s->open, v);
    vec_push(&s->stack, (struct visit){v, s->g->start[v]});
}

static void scc_leave(struct scc_search *s, uint32_t v) {
    (void)vec_pop(&s->stack);
    if (s->stack.len) {
        uint32_t above = vec_last(&s->stack).node;
        if (s->low[v] < s->low[above]) s->low[above] = s->low[v];
    }
    if (s->low[v] != s->scc[v]) return;
    uint32_t member;
    do {
        member = vec_pop(&s->open);
        s->low[member] = NO_NODE;
        s->scc[member] = s->count;
    } while (member != v);
    s->count++;
}

static void scc_run(struct scc_search *s, uint32_t root) {
    scc_enter(s, root);
    while (s->stack.len) {
        struct visit *top = &vec_last(&s->stack);
        uint32_t v = top->node;
        if (top->edge == s->g->start[v + 1]) {
            scc_leave(s, v);
            continue;
        }
        uint32_t to = s->g->to[top->edge++];
        if (!s->low[to]) scc_enter(s, to);
        else if (s->low[to] != NO_NODE && s->scc[to] < s->low[v]) s->low[v] = s->scc[to];
    }
}

uint32_t graph_sccs(const struct graph *g, uint32_t *scc) {
    struct scc_search s = {.g = g, .scc = scc};
    s.low = mem_zalloc(g->n * sizeof *s.low);
    for (uint32_t v = 0; v < g->n; v++)
        if (!s.low[v]) scc_run(&s, v);
    assert(!s.open.len);
    mem_free(s.low);
    vec_release(&s.stack);
    vec_release(&s.open);
    return s.count;
}
