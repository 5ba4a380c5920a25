#include "ir/dom.h"

#include <assert.h>

#include "base/bitset.h"
#include "ir/cfg.h"

/* Lengauer and Tarjan's state; everything is in depth-first numbers. */
struct dom_search {
    const struct dfs *dfs;
    uint32_t *semi;
    uint32_t *label;    /* number with least semi on the compressed path */
    uint32_t *ancestor; /* in the forest; NO_NODE: root of a tree */
    uint32_t *bucket;   /* first of those with this semidominator */
    uint32_t *next;     /* in a bucket */
    uint32_t *idom;
    vec_u32 path;
};

/* Number with least semidominator on the way from v up to, not including, the
 * root of its tree. */
static uint32_t evaluate(struct dom_search *s, uint32_t v) {
    if (s->ancestor[v] == NO_NODE) return v;
    vec_clear(&s->path);
    while (s->ancestor[s->ancestor[v]] != NO_NODE) {
        vec_push(&s->path, v);
        v = s->ancestor[v];
    }
    uint32_t top = s->ancestor[v], best = s->label[v];
    while (s->path.len) {
        v = vec_pop(&s->path);
        if (s->semi[s->label[v]] > s->semi[best]) s->label[v] = best;
        best = s->label[v];
        s->ancestor[v] = top;
    }
    return best;
}

static void find_semidominator(struct dom_search *s, const struct graph *preds, uint32_t w) {
    uint32_t node = s->dfs->node[w];
    for (uint32_t e = preds->start[node]; e < preds->start[node + 1]; e++) {
        uint32_t v = s->dfs->number[preds->to[e]];
        if (v == NO_NODE) continue;
        uint32_t least = s->semi[evaluate(s, v)];
        if (least < s->semi[w]) s->semi[w] = least;
    }
    s->next[w] = s->bucket[s->semi[w]];
    s->bucket[s->semi[w]] = w;
}

static void empty_bucket(struct dom_search *s, uint32_t parent) {
    for (uint32_t v = s->bucket[parent]; v != NO_NODE; v = s->next[v]) {
        uint32_t u = evaluate(s, v);
        s->idom[v] = s->semi[u] < s->semi[v] ? u : parent;
    }
    s->bucket[parent] = NO_NODE;
}

static uint32_t *filled(struct arena *arena, uint32_t n, bool with_index) {
    uint32_t *array = arena_alloc(arena, n * sizeof *array);
    for (uint32_t i = 0; i < n; i++) array[i] = with_index ? i : NO_NODE;
    return array;
}

/* Immediate dominators, number to number. */
static uint32_t *find_idoms(struct arena *scratch, const struct dfs *dfs, const struct graph *preds) {
    uint32_t n = dfs->n;
    struct dom_search s = {.dfs = dfs};
    s.semi = filled(scratch, n, true);
    s.label = filled(scratch, n, true);
    s.ancestor = filled(scratch, n, false);
    s.bucket = filled(scratch, n, false);
    s.next = filled(scratch, n, false);
    s.idom = filled(scratch, n, false);
    for (uint32_t w = n - 1; w > 0; w--) {
        find_semidominator(&s, preds, w);
        s.ancestor[w] = dfs->parent[w];
        empty_bucket(&s, dfs->parent[w]);
    }
    for (uint32_t w = 1; w < n; w++)
        if (s.idom[w] != s.semi[w]) s.idom[w] = s.idom[s.idom[w]];
    vec_release(&s.path);
    return s.idom;
}

/* Intervals and depths of the tree. A dominator's number is less than those of
 * what it dominates, so two plain passes do. */
static void number_tree(struct dom *dom, struct arena *scratch, const struct dfs *dfs, const uint32_t *idom) {
    uint32_t *size = ARENA_ARRAY(scratch, uint32_t, dfs->n);
    uint32_t *cursor = ARENA_ARRAY(scratch, uint32_t, dfs->n);
    for (uint32_t w = dfs->n; w-- > 0;) {
        size[w]++;
        if (w) size[idom[w]] += size[w];
    }
    for (uint32_t w = 0; w < dfs->n; w++) {
        uint32_t node = dfs->node[w], in = w ? cursor[idom[w]] : 0;
        if (w) cursor[idom[w]] += size[w];
        cursor[w] = in + 1;
        dom->in[node] = in;
        dom->tree[in] = node;
        dom->out[node] = in + size[w] - 1;
        dom->idom[node] = w ? dfs->node[idom[w]] : NO_NODE;
        dom->depth[node] = w ? dom->depth[dom->idom[node]] + 1 : 0;
    }
}

static struct dom *build(struct arena *arena, struct graph succs, struct graph preds, uint32_t root) {
    struct arena scratch;
    arena_init(&scratch);
    struct dfs dfs;
    graph_dfs(&succs, &scratch, root, &dfs);
    struct dom *dom = ARENA_NEW(arena, struct dom);
    dom->root = root;
    dom->n = succs.n;
    dom->succs = succs;
    dom->preds = preds;
    dom->idom = filled(arena, dom->n, false);
    dom->in = filled(arena, dom->n, false);
    dom->out = ARENA_ARRAY(arena, uint32_t, dom->n);
    dom->tree = ARENA_ARRAY(arena, uint32_t, dfs.n);
    dom->ntree = dfs.n;
    dom->depth = ARENA_ARRAY(arena, uint32_t, dom->n);
    number_tree(dom, &scratch, &dfs, find_idoms(&scratch, &dfs, &preds));
    arena_release(&scratch);
    return dom;
}

struct dom *dom_build(struct arena *arena, const struct function *f) {
    assert(f->cfg);
    return build(arena, f->cfg->succs, f->cfg->preds, 0);
}

/* Adds an edge to the exit for each component that nothing leaves. */
static void close_endless(const struct function *f, vec_edge *edges) {
    const struct cfg *cfg = f->cfg;
    uint32_t *scc = MEM_NEW_ARRAY(uint32_t, f->nblocks);
    uint32_t nsccs = graph_sccs(&cfg->succs, scc);
    bool *leaves = mem_zalloc(nsccs);
    for (uint32_t b = 0; b < f->nblocks; b++) {
        if (!f->blocks[b].nsuccs) leaves[scc[b]] = true;
        for (uint32_t i = 0; i < f->blocks[b].nsuccs; i++)
            if (scc[f->blocks[b].succs[i]] != scc[b]) leaves[scc[b]] = true;
    }
    for (uint32_t i = 0; i < cfg->nreachable; i++) {
        uint32_t b = cfg->order[i];
        if (leaves[scc[b]]) continue;
        leaves[scc[b]] = true;
        vec_push(edges, (struct edge){b, f->nblocks});
    }
    mem_free(leaves);
    mem_free(scc);
}

struct dom *dom_build_post(struct arena *arena, const struct function *f) {
    assert(f->cfg);
    vec_edge edges = {0};
    for (uint32_t i = 0; i < f->cfg->nreachable; i++) {
        uint32_t b = f->cfg->order[i];
        for (uint32_t j = 0; j < f->blocks[b].nsuccs; j++) vec_push(&edges, (struct edge){b, f->blocks[b].succs[j]});
        if (!f->blocks[b].nsuccs) vec_push(&edges, (struct edge){b, f->nblocks});
    }
    close_endless(f, &edges);
    struct graph forward, backward;
    graph_init(&forward, arena, f->nblocks + 1, edges.data, edges.len);
    graph_init_reverse(&backward, arena, &forward);
    vec_release(&edges);
    return build(arena, backward, forward, f->nblocks);
}

void dom_frontiers(const struct dom *dom, struct arena *arena, struct graph *frontiers) {
    vec_edge edges = {0};
    uint32_t *latest = filled(arena, dom->n, false); /* last one put in this row */
    for (uint32_t b = 0; b < dom->n; b++) {
        if (dom->in[b] == NO_NODE) continue;
        for (uint32_t e = dom->preds.start[b]; e < dom->preds.start[b + 1]; e++) {
            uint32_t v = dom->preds.to[e];
            if (dom->in[v] == NO_NODE) continue;
            /* Nodes that have b already were passed on the walk from another predecessor. */
            for (; v != dom->idom[b] && latest[v] != b; v = dom->idom[v]) {
                latest[v] = b;
                vec_push(&edges, (struct edge){v, b});
            }
        }
    }
    graph_init(frontiers, arena, dom->n, edges.data, edges.len);
    vec_release(&edges);
}

/* Sreedhar and Gao: members are taken deepest first, and the subtree of each is
 * searched for edges that leave it; a subtree searched once need not be again. */
struct join_search {
    const struct dom *dom;
    uint32_t *level; /* by depth: first node waiting */
    uint32_t *next;
    struct bitset taken, searched, found;
    vec_u32 *joins;
};

static void enqueue(struct join_search *s, uint32_t v) {
    if (!bitset_add(&s->taken, v)) return;
    s->next[v] = s->level[s->dom->depth[v]];
    s->level[s->dom->depth[v]] = v;
}

static void search_subtree(struct join_search *s, uint32_t x) {
    const struct dom *dom = s->dom;
    for (uint32_t i = dom->in[x]; i <= dom->out[x];) {
        uint32_t y = dom->tree[i];
        if (!bitset_add(&s->searched, y)) {
            i = dom->out[y] + 1;
            continue;
        }
        for (uint32_t e = dom->succs.start[y]; e < dom->succs.start[y + 1]; e++) {
            uint32_t z = dom->succs.to[e];
            if (dom->depth[z] > dom->depth[x] || !bitset_add(&s->found, z)) continue;
            vec_push(s->joins, z);
            enqueue(s, z);
        }
        i++;
    }
}

void dom_joins(const struct dom *dom, const uint32_t *set, uint32_t nnodes, vec_u32 *joins) {
    struct arena scratch;
    arena_init(&scratch);
    struct join_search s = {.dom = dom, .joins = joins};
    uint32_t deepest = 0;
    s.level = filled(&scratch, dom->ntree, false);
    s.next = filled(&scratch, dom->n, false);
    for (uint32_t i = 0; i < nnodes; i++) {
        assert(dom->in[set[i]] != NO_NODE);
        if (dom->depth[set[i]] > deepest) deepest = dom->depth[set[i]];
        enqueue(&s, set[i]);
    }
    for (uint32_t d = deepest + 1; d-- > 0;)
        while (s.level[d] != NO_NODE) {
            uint32_t x = s.level[d];
            s.level[d] = s.next[x];
            search_subtree(&s, x);
        }
    bitset_release(&s.taken);
    bitset_release(&s.searched);
    bitset_release(&s.found);
    arena_release(&scratch);
}
