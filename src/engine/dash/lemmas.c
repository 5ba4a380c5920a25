#include "engine/dash/lemmas.h"

#include <assert.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/provoke.h"
#include "engine/dash/goal.h"
#include "engine/dash/lemma.h"
#include "engine/notes.h"
#include "engine/share.h"
#include "exec/sym/premise.h"
#include "expr/arith.h"
#include "mem/digest.h"

enum {
    LEMMA_BYTES = 1 << 13,              /* of one at most */
    LEMMAS_MOST = PROVOKED(1 << 16, 8), /* kept */
    OF_LINK_MOST = PROVOKED(1 << 8, 2), /* ... for one pair of locations */
    MISSING_MOST = 2, /* conditions that a region is split by because of a lemma of another abstraction */
    DOUBT_FIRST = 16, /* of what others tell is checked, then ever fewer: */
    DOUBT_EVERY = 64,
};

struct kept_lemma {
    struct lemma l;
    uint32_t next; /* 1 + the next one about the same locations; 0: none */
};

struct lemmas {
    struct notes notes;
    VEC(struct kept_lemma) kept;
    struct map by_link;          /* the two locations -> 1 + index */
    uint32_t doubted;            /* how often a link of a seen region was dropped for a lemma */
    VEC(struct frontier) doubts; /* of these, what is to be checked */
    uint64_t strange;
};

/* A digest of all first states: processes with the same digest put variables at the same addresses. */
static void find_origin(struct dash *d, struct digest *out) {
    *out = (struct digest){0};
    for (uint32_t i = 0; i < d->begins.len; i++) {
        struct digest_base base;
        struct digest one = {0};
        if (!digest_base_init(&base, &d->begins.data[i]->space))
            continue; /* symbolic bytes: no digest would show them */
        digest_base_whole(&base, &one);
        digest_base_release(&base);
        digest_mix(out, one.a);
        digest_mix(out, one.b);
    }
    digest_mix(out, d->begins.len);
}

struct lemmas *lemmas_new(struct dash *d) {
    const struct run_share *share = d->r->share;
    if (!share || !share->notes || !share->notes->link.keep) return NULL;
    struct lemmas *e = MEM_NEW(struct lemmas);
    struct digest origin;
    *e = (struct lemmas){0};
    find_origin(d, &origin);
    /* Such gaps are links that are stuck, and what dash says at the start: no step has met them, so lemmas hold without
     * them. */
    notes_init(&e->notes, d->r, origin, 1u << GAP_ENGINE, false);
    map_init(&e->by_link);
    return e;
}

void lemmas_free(struct lemmas *e) {
    if (!e) return;
    for (uint32_t i = 0; i < e->kept.len; i++) lemma_release(&e->kept.data[i].l);
    vec_release(&e->kept);
    notes_release(&e->notes);
    vec_release(&e->doubts);
    map_release(&e->by_link);
    mem_free(e);
}

void lemmas_mark(const struct lemmas *e, struct expr_pool *pool) {
    for (uint32_t i = 0; e && i < e->kept.len; i++) lemma_mark(pool, &e->kept.data[i].l);
}

/* ---- lemmas that are kept ---------------------------------------------------------------------------- */

static uint64_t link_key(uint32_t from, uint32_t to, uint32_t goal) {
    assert(from && goal < REGION_FIRST);
    return (uint64_t)from << 32 | (goal ? goal : REGION_FIRST + to);
}

static uint32_t first_of(const struct lemmas *e, uint64_t key) { return (uint32_t)map_get(&e->by_link, key, 0); }

/* Taken over. False: it is known, or there are too many; it is released then. */
static bool keep_lemma(struct lemmas *e, struct lemma *l) {
    uint64_t key = link_key(l->from, l->to, l->goal);
    uint32_t first = first_of(e, key), n = 0;
    bool new = e->kept.len < LEMMAS_MOST;
    for (uint32_t at = first; new &&at; at = e->kept.data[at - 1].next)
        new = ++n < OF_LINK_MOST && !lemma_same(&e->kept.data[at - 1].l, l);
    if (!new) {
        lemma_release(l);
        return false;
    }
    vec_push(&e->kept, ((struct kept_lemma){*l, first}));
    map_put(&e->by_link, key, e->kept.len);
    return true;
}

/* ---- telling ------------------------------------------------------------------------------------------- */

static void flush(struct dash *d) {
    struct lemmas *e = d->lemmas;
    assert(e->notes.items.len < NOTES_BYTES + LEMMA_BYTES + 8);
    if (e->notes.items.len) notes_send(&e->notes, NULL, &e->notes.items);
    vec_clear(&e->notes.items);
}

/* Sends a lemma of this process with the next note. */
static void tell(struct dash *d, const struct lemma *l) {
    struct lemmas *e = d->lemmas;
    vec_u8 bytes = {0};
    if (lemma_write(d, l, &bytes) && bytes.len <= LEMMA_BYTES) {
        uint32_t before = e->notes.items.len;
        put_bytes(&e->notes.items, bytes.data, bytes.len);
        d->x->ctx->stats.dash_told++;
        if (notes_added(&e->notes, before)) flush(d);
    }
    vec_release(&bytes);
}

void dash_drop(struct dash *d, uint32_t from, uint32_t to, const cond_list *before, const cond_list *after) {
    if (d->lemmas && !notes_are_flawed(&d->lemmas->notes)) {
        struct lemma l;
        lemma_make(d, from, to, before, after, &l);
        if (keep_lemma(d->lemmas, &l)) tell(d, &d->lemmas->kept.data[d->lemmas->kept.len - 1].l);
    }
    regions_unlink_all(&d->g, from, to);
}

/* ---- using ------------------------------------------------------------------------------------------- */

/* The part of a leaf in which cond holds. */
static uint32_t split_by(struct dash *d, uint32_t region, expr cond) {
    assert(!wp_has_inputs(&d->wp, cond)); /* locations only are read */
    regions_split(&d->g, region, cond);
    d->x->ctx->stats.dash_splits++;
    return d->g.list.data[region].kids[1];
}

static uint32_t split_all(struct dash *d, uint32_t region, const cond_list *conds) {
    for (uint32_t i = 0; i < conds->len; i++) region = split_by(d, region, conds->data[i]);
    return region;
}

static bool has_link(struct dash *d, const struct lemma *l, uint32_t region) {
    const struct region *r = &d->g.list.data[region];
    for (uint32_t i = 0; i < r->out.len; i++)
        if (lemma_hits(d, l, r->out.data[i].to)) return true;
    return false;
}

/* A link was dropped for a lemma: is that to be checked? Never without asserts. */
static void doubt(struct dash *d, uint32_t from, uint32_t to) {
#ifndef NDEBUG
    struct lemmas *e = d->lemmas;
    if (!d->g.list.data[from].seen.len) return;
    e->doubted++;
    if (e->doubted <= DOUBT_FIRST || e->doubted % DOUBT_EVERY == 0) vec_push(&e->doubts, ((struct frontier){from, to}));
#else
    (void)d, (void)from, (void)to;
#endif
}

/* The leaf has all conditions of the lemma. */
static void drop_hit(struct dash *d, const struct lemma *l, uint32_t region) {
    const struct region *r = &d->g.list.data[region];
    assert(!r->kids[0] && r->loc == l->from);
    for (uint32_t i = r->out.len; i-- > 0;) {
        uint32_t to = r->out.data[i].to;
        if (!lemma_hits(d, l, to)) continue;
        regions_unlink(&d->g, region, to);
        d->x->ctx->stats.dash_applied++;
        doubt(d, region, to);
    }
}

/* foreign: it was split by something that the lemma does not speak of. */
static void apply_to_leaf(struct dash *d, const struct lemma *l, uint32_t region, bool foreign) {
    cond_list missing = {0};
    if (lemma_missing(d, l, region, &missing) && !(missing.len && foreign) && has_link(d, l, region))
        drop_hit(d, l, split_all(d, region, &missing));
    vec_release(&missing);
}

static void apply_below(struct dash *d, const struct lemma *l, uint32_t node, bool foreign) {
    const struct region r = d->g.list.data[node]; /* the list may move */
    if (!r.kids[0]) {
        apply_to_leaf(d, l, node, foreign);
        return;
    }
    bool holds = conds_have(&l->before, r.pred), not = conds_have(&l->before, expr_not(d->x->sym->pool, r.pred));
    if (!not ) apply_below(d, l, r.kids[1], foreign || !holds);
    if (!holds) apply_below(d, l, r.kids[0], foreign || !not );
}

/* Does every state seen in the region satisfy all of it, and the first whatever its inputs? A split by something else
 * would part what tests have reached, or be made where a test can be led across. */
static bool all_hold(struct dash *d, uint32_t region, const cond_list *conds) {
    struct expr_pool *pool = d->x->sym->pool;
    const struct region *r = &d->g.list.data[region];
    expr all = conds_all(pool, conds);
    assert(conds->len && r->seen.len);
    for (uint32_t i = 0; i < r->seen.len; i++)
        if (!wp_holds(&d->wp, r->seen.data[i], all)) return false;
    return ask_refuted(d, r->seen.data[0], expr_not(pool, all));
}

/* Is the lemma about the link, if the region is split by what it lacks? */
static bool suits(struct dash *d, const struct lemma *l, uint32_t from, uint32_t to, cond_list *missing) {
    vec_clear(missing);
    return lemma_hits(d, l, to) && lemma_missing(d, l, from, missing) && missing->len <= MISSING_MOST &&
           (!missing->len || all_hold(d, from, missing));
}

/* 1 + the first lemma that is about the link; missing: what the region is to be split by. 0: none. */
static uint32_t find_lemma(struct dash *d, uint32_t from, uint32_t to, cond_list *missing) {
    const struct lemmas *e = d->lemmas;
    uint32_t goal = to < REGION_FIRST ? to : REGION_NONE;
    uint32_t at = first_of(e, link_key(d->g.list.data[from].loc, d->g.list.data[to].loc, goal));
    while (at && !suits(d, &e->kept.data[at - 1].l, from, to, missing)) at = e->kept.data[at - 1].next;
    return at;
}

bool lemmas_recall(struct dash *d, uint32_t from, uint32_t to) {
    struct lemmas *e = d->lemmas;
    if (!e || !e->kept.len) return false;
    assert(d->g.list.data[from].seen.len && !d->g.list.data[from].kids[0] && regions_link(&d->g, from, to));
    cond_list missing = {0};
    uint32_t at = find_lemma(d, from, to, &missing);
    if (at) {
        dash_tell(d, from, to, "nobody takes it, as was told or found before", conds_all(d->x->sym->pool, &missing));
        uint32_t part = split_all(d, from, &missing);
        apply_below(d, &e->kept.data[at - 1].l, d->g.locs.data[d->g.list.data[from].loc].root, true);
        assert(!regions_link(&d->g, part, to));
        (void)part;
    }
    vec_release(&missing);
    return at;
}

bool lemmas_doubt(struct dash *d, uint32_t *from, uint32_t *to) {
    struct lemmas *e = d->lemmas;
    while (e && e->doubts.len) {
        struct frontier f = vec_pop(&e->doubts);
        const struct region *r = &d->g.list.data[f.from];
        if (r->kids[0] || !r->seen.len || d->g.list.data[f.to].kids[0]) continue;
        *from = f.from;
        *to = f.to;
        return true;
    }
    return false;
}

/* ---- hearing ------------------------------------------------------------------------------------------- */

static bool hear_lemma(struct dash *d, const uint8_t *p, const uint8_t *end) {
    struct lemmas *e = d->lemmas;
    struct lemma l;
    enum lemma_word word = lemma_read(d, &l, p, end);
    if (word == LEMMA_STRANGE) e->strange++;
    if (word != LEMMA_READ) return word == LEMMA_STRANGE;
    uint32_t root = d->g.locs.data[l.from].root;
    assert(root >= REGION_FIRST);
    d->x->ctx->stats.dash_heard++;
    if (keep_lemma(e, &l)) apply_below(d, &e->kept.data[e->kept.len - 1].l, root, false);
    return true;
}

/* False: refused, from where it does not fit on. */
static bool take_note(void *owner, uint64_t process, const uint8_t *p, const uint8_t *end) {
    struct dash *d = owner;
    (void)process;
    uint64_t n;
    bool ok = true;
    while (ok && p < end) {
        ok = get_u64(&p, end, &n) && n <= LEMMA_BYTES && n <= (uint64_t)(end - p) && hear_lemma(d, p, p + n);
        if (ok) p += n;
    }
    return ok;
}

void lemmas_turn(struct dash *d) {
    struct lemmas *e = d->lemmas;
    if (!e) return;
    notes_hear(&e->notes, take_note, d);
    if (notes_are_due(&e->notes)) flush(d);
}

void lemmas_end(struct dash *d) {
    struct lemmas *e = d->lemmas;
    if (!e) return;
    flush(d);
    const struct stats *s = &d->x->ctx->stats;
    log_debug(&d->x->ctx->log,
              "lemmas: %llu told, %llu heard, %llu of unknown places; %llu links dropped for them; %llu iterations, "
              "%llu questions",
              (unsigned long long)s->dash_told, (unsigned long long)s->dash_heard, (unsigned long long)e->strange,
              (unsigned long long)s->dash_applied, (unsigned long long)d->iterations,
              (unsigned long long)s->dash_queries);
}
