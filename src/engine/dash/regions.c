#include "engine/dash/regions.h"

#include <assert.h>

#include "base/hash.h"
#include "base/provoke.h"
#include "expr/arith.h"
#include "expr/keep.h"

enum {
    LOCATIONS_MOST = 1 << 18,
    FRONTIERS_MOST = PROVOKED(32, 1), /* links found at once */
};

void regions_init(struct regions *g, struct exec *x, struct wp *wp, const struct steady *steady) {
    assert(x->sym && wp && wp->x == x);
    *g = (struct regions){.x = x, .wp = wp, .steady = steady};
    map_init(&g->by_key);
    vec_resize(&g->locs, 1);
    vec_resize(&g->list, REGION_FIRST);
}

void regions_release(struct regions *g) {
    for (uint32_t i = 0; i < g->list.len; i++) {
        struct region *r = &g->list.data[i];
        for (uint32_t k = 0; k < r->seen.len; k++) state_free(g->x, r->seen.data[k]);
        vec_release(&r->seen);
        vec_release(&r->out);
        vec_release(&r->in);
    }
    for (uint32_t i = 0; i < g->locs.len; i++) {
        vec_release(&g->locs.data[i].callers);
        vec_release(&g->locs.data[i].ways);
    }
    vec_release(&g->list);
    vec_release(&g->locs);
    vec_release(&g->frontiers);
    map_release(&g->by_key);
}

void regions_mark(struct regions *g, struct expr_pool *pool) {
    for (uint32_t i = REGION_FIRST; i < g->list.len; i++) {
        const struct region *r = &g->list.data[i];
        if (expr_is(r->pred)) expr_mark(pool, r->pred);
        for (uint32_t k = 0; k < r->seen.len; k++) sym_mark_state(g->x, r->seen.data[k]);
    }
}

/* ---- links -------------------------------------------------------------------------------------------- */

struct link *regions_link(struct regions *g, uint32_t from, uint32_t to) {
    assert(from && from < g->list.len && to && to < g->list.len);
    struct region *r = &g->list.data[from];
    for (uint32_t i = 0; i < r->out.len; i++)
        if (r->out.data[i].to == to) return &r->out.data[i];
    return NULL;
}

static void add_link(struct regions *g, uint32_t from, uint32_t to) {
    assert(from >= REGION_FIRST && !g->list.data[from].kids[0]); /* those two lead nowhere */
    assert(to < REGION_FIRST || !g->list.data[to].kids[0]);
    if (regions_link(g, from, to)) return;
    vec_push(&g->list.data[from].out, (struct link){to, false});
    vec_push(&g->list.data[to].in, from);
}

void regions_unlink(struct regions *g, uint32_t from, uint32_t to) {
    assert(from >= REGION_FIRST && from < g->list.len && to < g->list.len);
    struct region *r = &g->list.data[from];
    for (uint32_t i = 0; i < r->out.len; i++)
        if (r->out.data[i].to == to) r->out.data[i--] = vec_pop(&r->out);
    vec_u32 *in = &g->list.data[to].in;
    for (uint32_t i = 0; i < in->len; i++)
        if (in->data[i] == from) in->data[i--] = vec_pop(in);
}

void regions_stick(struct regions *g, uint32_t from, uint32_t to) {
    assert(regions_link(g, from, to));
    regions_link(g, from, to)->stuck = true;
    g->list.data[from].stuck = true;
}

/* ---- locations --------------------------------------------------------------------------------------- */

static bool same_location(const struct location *l, const struct insn *pc, const struct insn *const *callers,
                          uint32_t ncallers) {
    if (l->pc != pc || l->callers.len != ncallers) return false;
    for (uint32_t i = 0; i < ncallers; i++)
        if (l->callers.data[i] != callers[i]) return false;
    return true;
}

static uint32_t find_location(const struct regions *g, const struct insn *pc, const struct insn *const *callers,
                              uint32_t ncallers, uint64_t *key) {
    *key = hash_u64((uint64_t)(uintptr_t)pc);
    for (uint32_t i = 0; i < ncallers; i++) *key = hash_mix(*key, (uint64_t)(uintptr_t)callers[i]);
    uint32_t at;
    while ((at = (uint32_t)map_get(&g->by_key, *key, 0))) {
        if (same_location(&g->locs.data[at], pc, callers, ncallers)) return at;
        *key = hash_u64(*key);
    }
    return 0;
}

static uint32_t new_region(struct regions *g, uint32_t loc, uint32_t parent) {
    vec_push(&g->list, (struct region){.loc = loc, .parent = parent});
    g->leaves++;
    return g->list.len - 1;
}

uint32_t regions_intern(struct regions *g, const struct function *fn, const struct insn *pc,
                        const struct insn *const *callers, uint32_t ncallers) {
    assert(pc >= fn->code && pc < fn->code + fn->ncode);
    uint64_t key;
    uint32_t at = find_location(g, pc, callers, ncallers, &key);
    if (at) return at;
    at = g->locs.len;
    vec_push(&g->locs, (struct location){.pc = pc, .fn = fn});
    vec_append(&g->locs.data[at].callers, callers, ncallers);
    map_put(&g->by_key, key, at);
    uint32_t root = new_region(g, at, 0);
    g->locs.data[at].root = root;
    return at;
}

static void collect_leaves(const struct regions *g, uint32_t r, vec_u32 *out) {
    if (!g->list.data[r].kids[0]) {
        vec_push(out, r);
        return;
    }
    collect_leaves(g, g->list.data[r].kids[0], out);
    collect_leaves(g, g->list.data[r].kids[1], out);
}

/* A step may lead from one to the other, as far as is known: both may have been split. */
static void link_locations(struct regions *g, uint32_t from, uint32_t to) {
    vec_u32 sources = {0}, targets = {0};
    collect_leaves(g, g->locs.data[from].root, &sources);
    collect_leaves(g, g->locs.data[to].root, &targets);
    for (uint32_t i = 0; i < sources.len; i++)
        for (uint32_t k = 0; k < targets.len; k++) add_link(g, sources.data[i], targets.data[k]);
    vec_release(&sources);
    vec_release(&targets);
}

/* Scans everything that is not yet; locs from `first` on may be new. */
static void scan_from(struct regions *g, uint32_t first) {
    for (uint32_t i = first; i < g->locs.len; i++) {
        if (g->locs.data[i].scanned) continue;
        g->locs.data[i].scanned = true;
        if (g->locs.len > LOCATIONS_MOST) g->locs.data[i].opaque = true;
        else regions_scan(g, i);
        struct location l = g->locs.data[i];
        if (l.fails) add_link(g, l.root, REGION_ERROR);
        if (l.opaque || l.dynamic) add_link(g, l.root, REGION_ELSEWHERE);
        for (uint32_t k = 0; k < l.ways.len; k++) link_locations(g, i, l.ways.data[k]);
    }
}

uint32_t regions_locate(struct regions *g, const struct state *st, bool make) {
    assert(st->top && st->phase == PHASE_MAIN);
    VEC(const struct insn *) callers = {0};
    vec_resize(&callers, st->depth ? st->depth - 1 : 0);
    const struct frame *f = st->top->caller;
    for (uint32_t i = callers.len; i-- > 0; f = f->caller) callers.data[i] = f->pc;
    uint64_t key;
    uint32_t at = find_location(g, st->top->pc, callers.data, callers.len, &key);
    if (!at && make) {
        at = regions_intern(g, st->top->fn, st->top->pc, callers.data, callers.len);
        scan_from(g, at);
    }
    vec_release(&callers);
    return at;
}

uint32_t regions_known(const struct regions *g, const struct insn *pc, const struct insn *const *callers,
                       uint32_t ncallers) {
    uint64_t key;
    return find_location(g, pc, callers, ncallers, &key);
}

uint32_t regions_find(struct regions *g, uint32_t loc, struct state *st) {
    assert(loc && loc < g->locs.len && g->locs.data[loc].root >= REGION_FIRST);
    uint32_t r = g->locs.data[loc].root;
    while (g->list.data[r].kids[0]) r = g->list.data[r].kids[wp_holds(g->wp, st, g->list.data[r].pred)];
    return r;
}

void regions_add_way(struct regions *g, uint32_t from, uint32_t to) {
    assert(from && from < g->locs.len && to && to < g->locs.len);
    struct location *l = &g->locs.data[from];
    for (uint32_t i = 0; i < l->ways.len; i++)
        if (l->ways.data[i] == to) return;
    vec_push(&l->ways, to);
    link_locations(g, from, to);
}

/* ---- splitting --------------------------------------------------------------------------------------- */

static void move_seen(struct regions *g, uint32_t r) {
    struct region *old = &g->list.data[r];
    for (uint32_t i = 0; i < old->seen.len; i++) {
        struct state *st = old->seen.data[i];
        bool side = wp_holds(g->wp, st, old->pred);
        vec_push(&g->list.data[old->kids[side]].seen, st);
    }
    vec_release(&old->seen);
}

void regions_split(struct regions *g, uint32_t r, expr pred) {
    assert(r >= REGION_FIRST && !g->list.data[r].kids[0]);
    assert(expr_width(g->x->sym->pool, pred) == 1 && !wp_has_inputs(g->wp, pred));
    uint32_t loc = g->list.data[r].loc, kids[2] = {new_region(g, loc, r), 0};
    kids[1] = new_region(g, loc, r);
    g->leaves--;
    for (int side = 0; side < 2; side++) g->list.data[kids[side]].probed = g->list.data[r].probed;
    struct region *old = &g->list.data[r];
    old->pred = pred;
    old->kids[0] = kids[0];
    old->kids[1] = kids[1];
    move_seen(g, r);
    for (uint32_t i = 0; i < old->out.len; i++) {
        uint32_t to = old->out.data[i].to;
        bool stuck = old->out.data[i].stuck;
        for (int side = 0; side < 2; side++)
            for (int end = 0; end < (to == r ? 2 : 1); end++) {
                uint32_t target = to == r ? kids[end] : to;
                add_link(g, kids[side], target);
                if (stuck) regions_stick(g, kids[side], target);
            }
    }
    while (old->in.len) {
        uint32_t from = vec_pop(&old->in);
        if (from == r || !regions_link(g, from, r)) continue;
        regions_unlink(g, from, r);
        add_link(g, from, kids[0]);
        add_link(g, from, kids[1]);
    }
    while (old->out.len) regions_unlink(g, r, old->out.data[0].to);
    assert(!old->in.len && !old->seen.len);
}

void regions_conds(struct regions *g, uint32_t r, cond_list *out, vec_u32 *nodes) {
    assert(r >= REGION_FIRST && r < g->list.len);
    struct expr_pool *pool = g->x->sym->pool;
    for (uint32_t kid = r, up = g->list.data[r].parent; up; kid = up, up = g->list.data[up].parent) {
        const struct region *node = &g->list.data[up];
        vec_push(out, node->kids[1] == kid ? node->pred : expr_not(pool, node->pred));
        if (nodes) vec_push(nodes, kid);
    }
}

static bool is_below(const struct regions *g, uint32_t r, uint32_t node) {
    while (r && r != node) r = g->list.data[r].parent;
    return r == node;
}

void regions_unlink_all(struct regions *g, uint32_t from, uint32_t to) {
    assert(from >= REGION_FIRST && to);
    vec_u32 sources = {0};
    collect_leaves(g, from, &sources);
    for (uint32_t i = 0; i < sources.len; i++) {
        struct region *r = &g->list.data[sources.data[i]];
        for (uint32_t k = r->out.len; k-- > 0;)
            if (is_below(g, r->out.data[k].to, to)) regions_unlink(g, sources.data[i], r->out.data[k].to);
    }
    vec_release(&sources);
}

/* ---- searching --------------------------------------------------------------------------------------- */

/* Is the way on from a region, as the last search found it, still one? */
static bool leads_on(struct regions *g, uint32_t r, uint32_t goal) {
    while (r != goal) {
        const struct region *region = &g->list.data[r];
        if (region->kids[0] || region->seen.len || region->mark != g->searches) return false;
        const struct link *l = regions_link(g, r, region->next);
        if (!l || l->stuck) return false;
        r = region->next;
    }
    return true;
}

static bool is_open(struct regions *g, const struct frontier *f, uint32_t goal) {
    const struct region *from = &g->list.data[f->from];
    if (from->kids[0] || !from->seen.len) return false;
    const struct link *l = regions_link(g, f->from, f->to);
    return l && !l->stuck && leads_on(g, f->to, goal);
}

/* The same in every process that has the program. */
static uint64_t name_of(const struct regions *g, uint32_t region) {
    if (region < REGION_FIRST) return region;
    const struct location *l = &g->locs.data[g->list.data[region].loc];
    assert(l->fn && l->pc >= l->fn->code);
    uint64_t name = hash_mix(l->fn->id, (uint64_t)(l->pc - l->fn->code));
    return hash_mix(name, l->callers.len);
}

/* Is it for this process to look at the link first, and not for the other one of a pair? */
static bool is_ours(const struct regions *g, const struct frontier *f) {
    if (!g->turned) return true;
    uint64_t name = hash_mix(name_of(g, f->from), name_of(g, f->to));
    return ((hash_mix(name, g->order / 2) ^ g->order) & 1) == 0;
}

/* Fills g->frontiers, nearest to the goal first (but for g->order). */
static void find_frontiers(struct regions *g, uint32_t goal) {
    vec_u32 queue = {0};
    VEC(struct frontier) others = {0};
    uint32_t mark = ++g->searches;
    vec_clear(&g->frontiers);
    g->frontier = 0;
    g->goal = goal;
    vec_push(&queue, goal);
    g->list.data[goal].mark = mark;
    for (uint32_t at = 0; at < queue.len && g->frontiers.len < FRONTIERS_MOST; at++) {
        uint32_t r = queue.data[at];
        const vec_u32 *in = &g->list.data[r].in;
        for (uint32_t i = 0; i < in->len; i++) {
            struct region *prev = &g->list.data[in->data[i]];
            if (prev->mark == mark) continue;
            if (prev->stuck && regions_link(g, in->data[i], r)->stuck) continue;
            if (prev->seen.len) {
                struct frontier f = {in->data[i], r};
                if (is_ours(g, &f)) vec_push(&g->frontiers, f);
                else if (others.len < FRONTIERS_MOST) vec_push(&others, f);
                continue;
            }
            prev->mark = mark;
            prev->next = r;
            vec_push(&queue, in->data[i]);
        }
    }
    assert(!g->frontiers.len || g->list.data[goal].in.len);
    vec_release(&queue);
    if (!g->frontiers.len) { /* nothing is ours: others may be slower */
        vec_append(&g->frontiers, others.data, others.len);
    }
    vec_release(&others);
    if (!(mark & (mark - 1))) regions_check(g); /* now and then, so that it costs next to nothing */
}

bool regions_search(struct regions *g, uint32_t goal, uint32_t *from, uint32_t *to) {
    assert(goal == REGION_ERROR || goal == REGION_ELSEWHERE);
    for (int round = 0; round < 2; round++) {
        if (round || g->goal != goal) find_frontiers(g, goal);
        while (g->frontier < g->frontiers.len) {
            const struct frontier *f = &g->frontiers.data[g->frontier++];
            *from = f->from;
            *to = f->to;
            if (is_open(g, f, goal)) return true;
        }
    }
    return false;
}

/* ---- invariants -------------------------------------------------------------------------------------- */

#ifndef NDEBUG

static uint32_t times_in(const vec_u32 *list, uint32_t id) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->len; i++) n += list->data[i] == id;
    return n;
}

/* A node of the tree: it has both kids, which are its own, or is a leaf. */
static void check_place(const struct regions *g, uint32_t r) {
    const struct region *node = &g->list.data[r];
    assert(node->loc && node->loc < g->locs.len);
    assert(!node->kids[0] == !node->kids[1]);
    if (!node->parent) assert(g->locs.data[node->loc].root == r);
    if (!node->kids[0]) return;
    assert(expr_is(node->pred) && !node->seen.len && !node->out.len && !node->in.len);
    for (int side = 0; side < 2; side++) {
        const struct region *kid = &g->list.data[node->kids[side]];
        assert(kid->parent == r && kid->loc == node->loc);
    }
}

static void check_links(struct regions *g, uint32_t r) {
    const struct region *leaf = &g->list.data[r];
    for (uint32_t i = 0; i < leaf->out.len; i++) {
        uint32_t to = leaf->out.data[i].to;
        assert(!g->list.data[to].kids[0] && times_in(&g->list.data[to].in, r) == 1);
        assert(!leaf->out.data[i].stuck || leaf->stuck);
    }
    for (uint32_t i = 0; i < leaf->in.len; i++) assert(regions_link(g, leaf->in.data[i], r));
}

/* The newest state will do: they all came the same way. */
static void check_seen(struct regions *g, uint32_t r) {
    const struct region *leaf = &g->list.data[r];
    if (!leaf->seen.len) return;
    struct state *st = vec_last(&leaf->seen);
    assert(leaf->seen.len <= SEEN_MOST + 1 && st->model);
    assert(st->top->pc == g->locs.data[leaf->loc].pc && st->depth == g->locs.data[leaf->loc].callers.len + 1);
    assert(regions_find(g, leaf->loc, st) == r);
}

void regions_check(struct regions *g) {
    uint32_t leaves = 0;
    assert(!g->list.data[REGION_ERROR].out.len && !g->list.data[REGION_ELSEWHERE].out.len);
    for (uint32_t r = REGION_FIRST; r < g->list.len; r++) {
        check_place(g, r);
        if (g->list.data[r].kids[0]) continue;
        leaves++;
        check_links(g, r);
        check_seen(g, r);
    }
    assert(leaves == g->leaves);
}

#else

void regions_check(struct regions *g) { (void)g; }

#endif
