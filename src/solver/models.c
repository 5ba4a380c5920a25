/* The layer of models: the caller's, then those that were found lately for
 * conditions over the same symbols. */
#include "base/context.h"
#include "base/provoke.h"
#include "solver/cache.h"
#include "solver/chain.h"

enum { BUCKETS = PROVOKED(256, 2), WAYS = PROVOKED(4, 2) };

struct recent {
    struct model *models[BUCKETS][WAYS]; /* by a symbol; the latest first */
};

struct recent *recent_new(void) {
    return MEM_NEW(struct recent);
}

void recent_free(struct recent *r) {
    for (int i = 0; i < BUCKETS; i++)
        for (int j = 0; j < WAYS; j++) model_release(r->models[i][j]);
    mem_free(r);
}

bool hint_answer(struct solver *s, struct query *q) {
    if (!q->hint || q->hint_fails || !model_holds(q->hint, s->pool, q->reduced)) return false;
    s->ctx->stats.queries_hint++;
    q->answer = ANSWER_SAT;
    return true;
}

static struct model **bucket_of(struct solver *s, const struct query *q) {
    const struct symbol_set *set = expr_symbols(s->pool, q->set[q->nset - 1]);
    return s->recent->models[set->len ? set->ids[0] % BUCKETS : 0];
}

bool recent_answer(struct solver *s, struct query *q) {
    if (provoke(4)) return false;
    struct model **bucket = bucket_of(s, q);
    for (int i = 0; i < WAYS && bucket[i]; i++) {
        struct model *m = bucket[i];
        if (!query_satisfied(s, q, m)) continue;
        for (; i > 0; i--) bucket[i] = bucket[i - 1];
        bucket[0] = m;
        s->ctx->stats.queries_models++;
        q->answer = ANSWER_SAT;
        q->local = model_retain(m);
        return true;
    }
    return false;
}

void recent_store(struct solver *s, const struct query *q) {
    struct model **bucket = bucket_of(s, q);
    if (bucket[0] == q->local) return;
    model_release(bucket[WAYS - 1]);
    for (int i = WAYS - 1; i > 0; i--) bucket[i] = bucket[i - 1];
    bucket[0] = model_retain(q->local);
}
