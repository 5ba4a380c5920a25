/* The cache of answered queries.
 *
 * exact:  sets of constraints by hash, with answer and model. The hash is 128 bits
 *         of sums over the members, kept up to date with the groups, so a look-up
 *         costs nothing but the look-up.
 * cores:  small contradictory sets, each under all of its members. A query that
 *         contains one is unsatisfiable. As the path condition alone is satisfiable,
 *         a core in a query has one of the condition's conjuncts as member: only
 *         these are looked up.
 * models: under each member of sets that were satisfiable. A model of more
 *         constraints, or of others, may satisfy the query; evaluation decides.
 *
 * All three are tables of fixed size in which new entries displace old ones of the
 * same bucket. Invariant: every id in an entry is alive; cache_sweep sees to it.
 */
#include <assert.h>

#include "base/context.h"
#include "base/hash.h"
#include "base/provoke.h"
#include "expr/keep.h"
#include "solver/cache.h"
#include "solver/chain.h"

enum {
    EXACT_BUCKETS = PROVOKED(1 << 13, 4),
    EXACT_WAYS = 4,
    EXACT_SET_MOST = 4096,                    /* members of a set worth keeping */
    EXACT_TOTAL_MOST = PROVOKED(1 << 22, 64), /* members of all sets together */
    CORES = PROVOKED(1 << 13, 8),
    CORE_MOST = 48,
    INDEX_BUCKETS = PROVOKED(1 << 13, 4),
    INDEX_WAYS = 8,
    MODEL_BUCKETS = PROVOKED(1 << 11, 4),
    MODEL_WAYS = 4,
    MODEL_MEMBERS = 8, /* members of a set under which its model is kept */
};

struct exact {
    uint64_t key[2];
    uint64_t age;
    struct model *model; /* SAT */
    uint32_t *set;       /* NULL: the slot is free */
    uint32_t n;
    enum answer answer;
};

struct core {
    uint32_t n;      /* 0: free */
    uint32_t serial; /* which of those that were ever in this place */
    bool minimal;    /* as far as back ends could tell */
    uint32_t *members;
};

struct core_ref {
    uint32_t member; /* 0: free */
    uint32_t core, serial;
};

struct model_ref {
    uint32_t member; /* 0: free */
    struct model *model;
};

struct cache {
    struct exact exact[EXACT_BUCKETS][EXACT_WAYS];
    struct core cores[CORES];
    struct core_ref index[INDEX_BUCKETS][INDEX_WAYS];
    struct model_ref models[MODEL_BUCKETS][MODEL_WAYS];
    uint64_t now;
    uint64_t total; /* members in exact sets */
    uint32_t next_core;
    vec_u64 marks; /* expression -> number of the last query it was in */
};

struct cache *cache_new(void) {
    return MEM_NEW(struct cache);
}

static void drop_exact(struct cache *c, struct exact *e) {
    if (!e->set) return;
    c->total -= e->n;
    model_release(e->model);
    mem_free(e->set);
    *e = (struct exact){0};
}

static void drop_core(struct core *core) {
    mem_free(core->members);
    core->members = NULL;
    core->n = 0;
    core->serial++;
}

static void drop_model(struct model_ref *ref) {
    model_release(ref->model);
    *ref = (struct model_ref){0};
}

void cache_free(struct cache *c) {
    for (uint32_t i = 0; i < EXACT_BUCKETS; i++)
        for (int j = 0; j < EXACT_WAYS; j++) drop_exact(c, &c->exact[i][j]);
    for (uint32_t i = 0; i < CORES; i++) drop_core(&c->cores[i]);
    for (uint32_t i = 0; i < MODEL_BUCKETS; i++)
        for (int j = 0; j < MODEL_WAYS; j++) drop_model(&c->models[i][j]);
    vec_release(&c->marks);
    mem_free(c);
}

/* ---- looking up -------------------------------------------------------------- */

static bool find_exact(struct solver *s, struct query *q) {
    struct exact *bucket = s->cache->exact[q->key[0] % EXACT_BUCKETS];
    for (int i = 0; i < EXACT_WAYS; i++) {
        struct exact *e = &bucket[i];
        if (!e->set || e->key[0] != q->key[0] || e->key[1] != q->key[1]) continue;
        s->ctx->stats.queries_cache_exact++;
        e->age = s->cache->now;
        q->answer = e->answer;
        q->local = e->model ? model_retain(e->model) : NULL;
        return true;
    }
    return false;
}

static void mark_set(struct cache *c, const expr *set, uint32_t n) {
    for (uint32_t i = 0; i < n; i++) {
        uint32_t id = set[i].id;
        if (id >= c->marks.len) vec_resize(&c->marks, id + id / 2 + 64);
        c->marks.data[id] = c->now;
    }
}

static bool is_subset(const struct cache *c, const struct core *core) {
    for (uint32_t i = 0; i < core->n; i++) {
        uint32_t id = core->members[i];
        if (id >= c->marks.len || c->marks.data[id] != c->now) return false;
    }
    return true;
}

/* A core within set[0..n) that has one of the last `conds` as member, or NULL; a
 * minimal one if there is one and `minimal` is set. */
static const struct core *core_within(struct cache *c, const expr *set, uint32_t n, uint32_t conds, bool minimal) {
    const struct core *found = NULL;
    bool marked = false;
    for (uint32_t i = n - conds; i < n; i++) {
        const struct core_ref *bucket = c->index[hash_u64(set[i].id) % INDEX_BUCKETS];
        for (int j = 0; j < INDEX_WAYS; j++) {
            const struct core *core = &c->cores[bucket[j].core];
            if (bucket[j].member != set[i].id || bucket[j].serial != core->serial || !core->n) continue;
            if (!marked) mark_set(c, set, n);
            marked = true;
            if (!is_subset(c, core)) continue;
            if (core->minimal || !minimal) return core;
            found = core;
        }
    }
    return found;
}

static bool find_core(struct solver *s, struct query *q) {
    if (!core_within(s->cache, q->set, q->nset, q->nconds, false)) return false;
    s->ctx->stats.queries_cache_core++;
    q->answer = ANSWER_UNSAT;
    return true;
}

bool cache_core(struct solver *s, const expr *set, uint32_t n, bool *minimal, vec_u32 *core) {
    struct cache *c = s->cache;
    c->now++;
    const struct core *found = core_within(c, set, n, 1, *minimal);
    if (!found) return false;
    s->ctx->stats.queries_cache_core++;
    *minimal = found->minimal;
    vec_clear(core);
    c->now++; /* marks members now, each until it is met */
    for (uint32_t i = 0; i < found->n; i++) c->marks.data[found->members[i]] = c->now;
    for (uint32_t i = 0; i < n; i++) {
        if (c->marks.data[set[i].id] != c->now) continue;
        c->marks.data[set[i].id] = 0;
        vec_push(core, i);
    }
    assert(core->len && core->len <= found->n); /* a constraint may be there twice */
    return true;
}

static bool find_model(struct solver *s, struct query *q) {
    for (uint32_t i = q->nset - q->nconds; i < q->nset; i++) {
        uint32_t id = q->set[i].id;
        struct model_ref *bucket = s->cache->models[hash_u64(id) % MODEL_BUCKETS];
        for (int j = 0; j < MODEL_WAYS; j++) {
            if (bucket[j].member != id || !query_satisfied(s, q, bucket[j].model)) continue;
            s->ctx->stats.queries_cache_model++;
            q->answer = ANSWER_SAT;
            q->local = model_retain(bucket[j].model);
            return true;
        }
    }
    return false;
}

bool cache_answer(struct solver *s, struct query *q) {
    s->cache->now++;
    if (provoke(4)) return false;
    if (find_exact(s, q)) return true;
    return find_core(s, q) || find_model(s, q);
}

/* ---- remembering ------------------------------------------------------------- */

/* Makes room by forgetting the older half. */
static void drop_old(struct cache *c) {
    uint64_t oldest = c->now;
    for (uint32_t i = 0; i < EXACT_BUCKETS * EXACT_WAYS; i++) {
        const struct exact *e = &c->exact[0][0] + i;
        if (e->set && e->age < oldest) oldest = e->age;
    }
    uint64_t middle = oldest + (c->now - oldest) / 2;
    for (uint32_t i = 0; i < EXACT_BUCKETS * EXACT_WAYS; i++) {
        struct exact *e = &c->exact[0][0] + i;
        if (e->set && e->age <= middle) drop_exact(c, e);
    }
}

static void store_exact(struct cache *c, const struct query *q) {
    if (q->nset > EXACT_SET_MOST) return;
    if (c->total + q->nset > EXACT_TOTAL_MOST) drop_old(c);
    struct exact *bucket = c->exact[q->key[0] % EXACT_BUCKETS], *victim = bucket;
    for (int i = 1; i < EXACT_WAYS; i++)
        if (!bucket[i].set || (victim->set && bucket[i].age < victim->age)) victim = &bucket[i];
    drop_exact(c, victim);
    *victim =
        (struct exact){{q->key[0], q->key[1]}, c->now, NULL, MEM_NEW_ARRAY(uint32_t, q->nset), q->nset, q->answer};
    if (q->local) victim->model = model_retain(q->local);
    for (uint32_t i = 0; i < q->nset; i++) victim->set[i] = q->set[i].id;
    c->total += q->nset;
}

static void index_core(struct cache *c, uint32_t member, uint32_t number) {
    struct core_ref *bucket = c->index[hash_u64(member) % INDEX_BUCKETS];
    int victim = (int)(c->now % INDEX_WAYS);
    for (int i = 0; i < INDEX_WAYS; i++)
        if (!bucket[i].member || c->cores[bucket[i].core].serial != bucket[i].serial) victim = i;
    bucket[victim] = (struct core_ref){member, number, c->cores[number].serial};
}

static void store_core(struct cache *c, const expr *set, const vec_u32 *members, bool minimal) {
    if (!members->len || members->len > CORE_MOST) return;
    uint32_t number = c->next_core++ % CORES;
    struct core *core = &c->cores[number];
    drop_core(core);
    core->n = members->len;
    core->minimal = minimal;
    core->members = MEM_NEW_ARRAY(uint32_t, core->n);
    for (uint32_t i = 0; i < core->n; i++) core->members[i] = set[members->data[i]].id;
    for (uint32_t i = 0; i < core->n; i++) index_core(c, core->members[i], number);
}

static void store_model(struct cache *c, const struct query *q) {
    uint32_t from = q->nset > MODEL_MEMBERS ? q->nset - MODEL_MEMBERS : 0;
    for (uint32_t i = from; i < q->nset; i++) {
        uint32_t id = q->set[i].id;
        struct model_ref *bucket = c->models[hash_u64(id) % MODEL_BUCKETS];
        drop_model(&bucket[MODEL_WAYS - 1]);
        for (int j = MODEL_WAYS - 1; j > 0; j--) bucket[j] = bucket[j - 1];
        bucket[0] = (struct model_ref){id, model_retain(q->local)};
    }
}

void cache_store(struct solver *s, const struct query *q, const vec_u32 *core) {
    store_exact(s->cache, q);
    if (q->answer == ANSWER_UNSAT) store_core(s->cache, q->set, core, false);
    else store_model(s->cache, q);
}

void cache_store_core(struct solver *s, const expr *set, const vec_u32 *core, bool minimal) {
    store_core(s->cache, set, core, minimal);
}

/* ---- collection -------------------------------------------------------------- */

static bool all_alive(const struct expr_pool *pool, const uint32_t *ids, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (!expr_is_marked(pool, (expr){ids[i]})) return false;
    return true;
}

void cache_sweep(struct cache *c, const struct expr_pool *pool) {
    for (uint32_t i = 0; i < EXACT_BUCKETS * EXACT_WAYS; i++) {
        struct exact *e = &c->exact[0][0] + i;
        if (e->set && !all_alive(pool, e->set, e->n)) drop_exact(c, e);
    }
    for (uint32_t i = 0; i < CORES; i++)
        if (c->cores[i].n && !all_alive(pool, c->cores[i].members, c->cores[i].n)) drop_core(&c->cores[i]);
    for (uint32_t i = 0; i < MODEL_BUCKETS * MODEL_WAYS; i++) {
        struct model_ref *ref = &c->models[0][0] + i;
        if (ref->member && !expr_is_marked(pool, (expr){ref->member})) drop_model(ref);
    }
    c->now++; /* marks of old ids mean nothing any more */
}
