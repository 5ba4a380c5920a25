#include "ir/loops.h"

#include <assert.h>

#include "base/str.h"
#include "ir/cfg.h"

/* The search works on depth-first numbers, from the last to the first. When it
 * looks at w, all loops with later headers are collapsed into their headers. */
struct loop_search {
    struct dfs dfs;
    const struct graph *preds;
    uint32_t *header; /* innermost header around a number, itself not counted */
    bool *is_header, *irreducible;
    uint32_t *collapsed; /* union-find: number to the header it collapsed into */
    uint32_t *finished;  /* union-find: number to its first ancestor not yet done */
    uint32_t *entered;   /* union-find over headers known to be irreducible */
    /* Edges that are neither of the tree nor back edges, kept at the least common
     * ancestor of their ends until that is looked at; then at their target. */
    uint32_t *waiting, *joined; /* first edge in the list of a number */
    struct kept_edge {
        uint32_t from, to, next;
    } * kept;
    uint32_t nkept;
    uint32_t *mark; /* w: on the work list of w */
    vec_u32 work;
};

static uint32_t find(uint32_t *link, uint32_t v) {
    while (link[v] != v) {
        link[v] = link[link[v]];
        v = link[v];
    }
    return v;
}

static bool descends(const struct dfs *dfs, uint32_t v, uint32_t from) { return from <= v && v <= dfs->last[from]; }

static void keep(struct loop_search *s, uint32_t *list, uint32_t from, uint32_t to) {
    uint32_t e = s->nkept++;
    s->kept[e] = (struct kept_edge){from, to, *list};
    *list = e;
}

/* Sorts the edges between w and later numbers, now that w's subtree is done. The
 * first unfinished ancestor of a later number v is its common ancestor with w. */
static void keep_edge(struct loop_search *s, uint32_t from, uint32_t to) {
    uint32_t later = from > to ? from : to, w = from > to ? to : from;
    if (descends(&s->dfs, from, to)) return; /* a back edge */
    if (s->dfs.parent[to] == from) return;
    uint32_t common = descends(&s->dfs, later, w) ? w : find(s->finished, later);
    keep(s, &s->waiting[common], from, to);
}

/* An edge from outside enters every loop around `to`: none of them is natural. */
static void mark_entered(struct loop_search *s, uint32_t to) {
    uint32_t h = s->header[to];
    while (h != NO_NODE) {
        h = find(s->entered, h);
        s->irreducible[h] = true;
        uint32_t outer = s->header[h];
        if (outer != NO_NODE) s->entered[h] = outer;
        h = outer;
    }
}

static void release_waiting(struct loop_search *s, uint32_t w) {
    uint32_t next;
    for (uint32_t e = s->waiting[w]; e != NO_NODE; e = next) {
        struct kept_edge *edge = &s->kept[e];
        next = edge->next;
        mark_entered(s, edge->to);
        uint32_t to = find(s->collapsed, edge->to);
        edge->next = s->joined[to];
        s->joined[to] = e;
    }
}

static void add_work(struct loop_search *s, uint32_t w, uint32_t v) {
    v = find(s->collapsed, v);
    assert(descends(&s->dfs, v, w));
    if (v == w || s->mark[v] == w) return;
    s->mark[v] = w;
    vec_push(&s->work, v);
}

static void find_loop(struct loop_search *s, uint32_t w) {
    uint32_t node = s->dfs.node[w];
    vec_clear(&s->work);
    for (uint32_t e = s->preds->start[node]; e < s->preds->start[node + 1]; e++) {
        uint32_t v = s->dfs.number[s->preds->to[e]];
        if (v == NO_NODE || !descends(&s->dfs, v, w)) continue;
        s->is_header[w] = true;
        add_work(s, w, v);
    }
    for (uint32_t i = 0; i < s->work.len; i++) {
        uint32_t x = s->work.data[i];
        add_work(s, w, s->dfs.parent[x]);
        for (uint32_t e = s->joined[x]; e != NO_NODE; e = s->kept[e].next) add_work(s, w, s->kept[e].from);
    }
    for (uint32_t i = 0; i < s->work.len; i++) {
        s->header[s->work.data[i]] = w;
        s->collapsed[s->work.data[i]] = w;
    }
}

/* Edges between w and numbers after it; those before it will see w themselves. */
static void keep_edges(struct loop_search *s, const struct graph *succs, uint32_t w) {
    uint32_t node = s->dfs.node[w];
    for (uint32_t e = succs->start[node]; e < succs->start[node + 1]; e++) {
        uint32_t v = s->dfs.number[succs->to[e]];
        if (v > w) keep_edge(s, w, v);
    }
    for (uint32_t e = s->preds->start[node]; e < s->preds->start[node + 1]; e++) {
        uint32_t v = s->dfs.number[s->preds->to[e]];
        if (v != NO_NODE && v > w) keep_edge(s, v, w);
    }
}

static uint32_t *filled(struct arena *arena, uint32_t n, bool with_index) {
    uint32_t *array = arena_alloc(arena, n * sizeof *array);
    for (uint32_t i = 0; i < n; i++) array[i] = with_index ? i : NO_NODE;
    return array;
}

static void search_loops(struct loop_search *s, struct arena *scratch, const struct cfg *cfg) {
    graph_dfs(&cfg->succs, scratch, 0, &s->dfs);
    uint32_t n = s->dfs.n;
    s->preds = &cfg->preds;
    s->header = filled(scratch, n, false);
    s->waiting = filled(scratch, n, false);
    s->joined = filled(scratch, n, false);
    s->mark = filled(scratch, n, false);
    s->collapsed = filled(scratch, n, true);
    s->finished = filled(scratch, n, true);
    s->entered = filled(scratch, n, true);
    s->is_header = ARENA_ARRAY(scratch, bool, n);
    s->irreducible = ARENA_ARRAY(scratch, bool, n);
    s->kept = ARENA_ARRAY(scratch, struct kept_edge, cfg->succs.start[cfg->succs.n]);
    for (uint32_t w = n; w-- > 0;) {
        keep_edges(s, &cfg->succs, w);
        release_waiting(s, w);
        find_loop(s, w);
        if (w) s->finished[w] = s->dfs.parent[w];
    }
    vec_release(&s->work);
}

/* Numbers the loops and links them to blocks and parents. */
static void name_loops(struct loops *loops, struct arena *arena, const struct loop_search *s) {
    const struct cfg *cfg = loops->fn->cfg;
    uint32_t n = 0;
    for (uint32_t w = 0; w < s->dfs.n; w++) n += s->is_header[w];
    loops->loops = ARENA_ARRAY(arena, struct loop, (size_t)n + 1);
    for (uint32_t i = 0; i < cfg->nreachable; i++) {
        uint32_t b = cfg->order[i], w = s->dfs.number[b];
        uint32_t h = s->header[w];
        uint32_t around = h == NO_NODE ? 0 : loops->innermost[s->dfs.node[h]];
        loops->innermost[b] = around;
        if (!s->is_header[w]) continue;
        struct loop *l = &loops->loops[++loops->n];
        l->header = b;
        l->parent = around;
        l->depth = loops->loops[around].depth + 1;
        l->irreducible = s->irreducible[w];
        loops->innermost[b] = loops->n;
    }
    assert(loops->n == n);
}

/* Lays the blocks of each loop out together: its own, then those of inner loops. */
static void place_members(struct loops *loops, struct arena *scratch) {
    const struct cfg *cfg = loops->fn->cfg;
    uint32_t *cursor = ARENA_ARRAY(scratch, uint32_t, (size_t)loops->n + 1);
    uint32_t *own = ARENA_ARRAY(scratch, uint32_t, (size_t)loops->n + 1);
    for (uint32_t b = 0; b < loops->fn->nblocks; b++)
        if (loops->innermost[b]) own[loops->innermost[b]]++;
    for (uint32_t l = loops->n; l > 0; l--) {
        loops->loops[l].count += own[l];
        loops->loops[loops->loops[l].parent].count += loops->loops[l].count;
    }
    for (uint32_t l = 1; l <= loops->n; l++) {
        struct loop *loop = &loops->loops[l];
        loop->first = cursor[loop->parent];
        cursor[loop->parent] += loop->count;
        cursor[l] = loop->first + own[l];
        own[l] = loop->first; /* from here on: where its next own block goes */
    }
    for (uint32_t i = 0; i < cfg->nreachable; i++) {
        uint32_t b = cfg->order[i], l = loops->innermost[b];
        if (!l) continue;
        loops->place[b] = own[l]++;
        loops->members[loops->place[b]] = b;
    }
}

static void count_latches(struct loops *loops) {
    for (uint32_t l = 1; l <= loops->n; l++) {
        struct loop *loop = &loops->loops[l];
        const struct ir_block *header = &loops->fn->blocks[loop->header];
        loop->latch = NO_NODE;
        for (uint32_t i = 0; i < header->npreds; i++)
            if (loops_contains(loops, l, header->preds[i])) {
                loop->latch = header->preds[i];
                loop->nlatches++;
            }
        assert(loop->nlatches > 0);
        if (loop->nlatches > 1) loop->latch = NO_NODE;
    }
}

static void widen_lines(struct loop *l, uint32_t first, uint32_t last) {
    if (!l->first_line || first < l->first_line) l->first_line = first;
    if (last > l->last_line) l->last_line = last;
}

static void add_block_lines(struct loop *l, const struct program *p, const struct function *f, uint32_t block) {
    for (uint32_t pc = f->blocks[block].first; pc < f->blocks[block].end; pc++) {
        struct position at = p->positions.data[f->code[pc].pos];
        if (!at.file || !at.line) continue;
        if (!l->file) l->file = at.file;
        if (at.file == l->file) widen_lines(l, at.line, at.line);
    }
}

static void set_back_line(const struct loops *loops, const struct program *p, struct loop *l) {
    const struct ir_block *header = &loops->fn->blocks[l->header];
    for (uint32_t i = 0; i < header->npreds && !l->back_line; i++) {
        if (loops->place[header->preds[i]] - l->first >= l->count) continue;
        struct position at = p->positions.data[cfg_terminator(loops->fn, header->preds[i])->pos];
        if (at.file == l->file) l->back_line = at.line;
    }
}

/* Own blocks first (the header's come first and settle the file), then inner ones. */
static void set_lines(struct loops *loops, const struct program *p) {
    const struct function *f = loops->fn;
    for (uint32_t i = 0; i < f->cfg->nreachable; i++) {
        uint32_t b = f->cfg->order[i];
        if (loops->innermost[b]) add_block_lines(&loops->loops[loops->innermost[b]], p, f, b);
    }
    for (uint32_t l = loops->n; l > 0; l--) {
        struct loop *inner = &loops->loops[l], *outer = &loops->loops[inner->parent];
        if (!inner->parent || !inner->file) continue;
        if (!outer->file) outer->file = inner->file;
        if (outer->file == inner->file) widen_lines(outer, inner->first_line, inner->last_line);
    }
    for (uint32_t l = 1; l <= loops->n; l++) set_back_line(loops, p, &loops->loops[l]);
}

struct loops *loops_build(struct arena *arena, const struct program *p, const struct function *f) {
    assert(f->cfg);
    struct arena scratch;
    arena_init(&scratch);
    struct loop_search search = {.nkept = 0};
    search_loops(&search, &scratch, f->cfg);
    struct loops *loops = ARENA_NEW(arena, struct loops);
    loops->fn = f;
    loops->innermost = ARENA_ARRAY(arena, uint32_t, f->nblocks);
    loops->members = ARENA_ARRAY(arena, uint32_t, f->nblocks);
    loops->place = filled(arena, f->nblocks, false);
    name_loops(loops, arena, &search);
    place_members(loops, &scratch);
    count_latches(loops);
    set_lines(loops, p);
    arena_release(&scratch);
    return loops;
}

void loops_add_path(const struct loops *loops, uint32_t loop, struct str *out) {
    uint32_t parent = loops->loops[loop].parent, n = 1;
    for (uint32_t i = 1; i < loop; i++) n += loops->loops[i].parent == parent;
    if (parent) {
        loops_add_path(loops, parent, out);
        str_add_char(out, '.');
    }
    str_addf(out, "%u", n);
}

/* The successor not yet seen that leaves most loops: visited first, it comes last. NO_NODE: none. */
static uint32_t outermost(const struct loops *loops, uint32_t block, const bool *seen) {
    uint32_t best = NO_NODE, depth = UINT32_MAX;
    for (uint32_t i = 0; i < loops->fn->blocks[block].nsuccs; i++) {
        uint32_t s = loops->fn->blocks[block].succs[i], l = loops->innermost[s], d = l ? loops->loops[l].depth : 0;
        if (!seen[s] && d < depth) best = s, depth = d;
    }
    return best;
}

uint32_t *loops_order(struct arena *arena, const struct loops *loops) {
    uint32_t n = loops->fn->nblocks, *order = ARENA_ARRAY(arena, uint32_t, n);
    bool *seen = mem_zalloc(n);
    vec_u32 path = {0}, post = {0};
    vec_push(&path, 0);
    seen[0] = true;
    while (path.len) {
        uint32_t s = outermost(loops, vec_last(&path), seen);
        if (s == NO_NODE) {
            vec_push(&post, vec_pop(&path));
            continue;
        }
        seen[s] = true;
        vec_push(&path, s);
    }
    for (uint32_t i = 0; i < post.len; i++) order[post.data[i]] = post.len - 1 - i;
    vec_release(&path);
    vec_release(&post);
    mem_free(seen);
    return order;
}

bool loops_is_back_edge(const struct loops *loops, uint32_t from, uint32_t to) {
    uint32_t l = loops->innermost[to];
    return l && loops->loops[l].header == to && loops_contains(loops, l, from);
}

void loops_latches(const struct loops *loops, uint32_t loop, vec_u32 *latches) {
    const struct ir_block *header = &loops->fn->blocks[loops->loops[loop].header];
    for (uint32_t i = 0; i < header->npreds; i++)
        if (loops_contains(loops, loop, header->preds[i])) vec_push(latches, header->preds[i]);
}

void loops_exits(const struct loops *loops, uint32_t loop, uint32_t most, vec_edge *exits) {
    const struct loop *l = &loops->loops[loop];
    uint32_t found = 0;
    for (uint32_t i = l->first; i < l->first + l->count && found < most; i++) {
        uint32_t from = loops->members[i];
        const struct ir_block *block = &loops->fn->blocks[from];
        for (uint32_t j = 0; j < block->nsuccs && found < most; j++) {
            if (loops_contains(loops, loop, block->succs[j])) continue;
            vec_push(exits, (struct edge){from, block->succs[j]});
            found++;
        }
    }
}

bool loops_file_matches(const char *path, const char *wanted) {
    size_t len = strlen(path), tail = strlen(wanted);
    if (tail > len || strcmp(path + len - tail, wanted) != 0) return false;
    return tail == len || wanted[0] == '/' || path[len - tail - 1] == '/';
}

static void find_innermost(const struct loops *loops, const bool *in_file, uint32_t line, vec_u32 *found) {
    uint32_t best = 0;
    for (uint32_t l = 1; l <= loops->n; l++) {
        const struct loop *loop = &loops->loops[l];
        if (!in_file[l] || line < loop->first_line || line > loop->last_line) continue;
        if (!best || loop->depth > loops->loops[best].depth) best = l;
    }
    if (best) vec_push(found, best);
}

void loops_find_line(const struct loops *loops, const struct program *p, const char *file, uint32_t line,
                     vec_u32 *found) {
    bool *in_file = mem_zalloc(loops->n + 1);
    uint32_t before = found->len;
    for (uint32_t l = 1; l <= loops->n; l++) {
        const struct loop *loop = &loops->loops[l];
        in_file[l] = loop->file && loops_file_matches(p->files.data[loop->file], file);
        if (in_file[l] && (loop->first_line == line || loop->back_line == line)) vec_push(found, l);
    }
    for (uint32_t l = 1; l <= loops->n && found->len == before; l++)
        if (in_file[l] && loops->loops[l].first_line == line + 1) vec_push(found, l);
    if (found->len == before) find_innermost(loops, in_file, line, found);
    mem_free(in_file);
}

uint32_t loops_pc_at(const struct program *p, const struct function *fn, uint32_t line, uint32_t column) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const struct position *at = &p->positions.data[fn->code[pc].pos];
        if (fn->code[pc].pos && at->line == line && at->column >= column) return pc;
    }
    return UINT32_MAX;
}
