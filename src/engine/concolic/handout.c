#include "engine/concolic/handout.h"

#include <assert.h>
#include <stdlib.h>

#include "exec/sym/sym.h"

/* Inputs that this program cannot have taken would only cost memory. */
static bool fits(const struct generations *g, const struct work *w) {
    uint64_t lo = 0, hi = 0;
    sym_stdin(&g->x->ctx->opt, &lo, &hi);
    return w->root < runner_roots(g->runner) && w->kind == SEED_NONE && !w->seed.len && w->file_size == -1 && w->stdin_size >= -1 &&
           w->stdin_size <= (int64_t)hi;
}

static bool take(struct generations *g, const uint8_t **key, const uint8_t *end) {
    struct work w;
    if (!work_read(&w, key, end)) return false;
    if (fits(g, &w)) return generations_return(g, &w), true;
    work_release(&w);
    return false;
}

void handout_begin(struct generations *g, const struct run_share *share) {
    const uint8_t *key = share->key;
    bool ok = true;
    assert(!g->queue.len);
    if (!share->nparts) generations_random(g);
    for (uint32_t i = 0; i < share->nparts && ok; i++) ok = take(g, &key, share->key_end);
    if (share->nparts) ok = ok && key == share->key_end && share->hints == share->hints_end;
    if (!ok) sym_gap(g->x, GAP_DIVERGED, "a piece of work does not fit the program");
}

/* Those that leave their path early have the most before them, as far as anybody can tell. */
static int by_event(const void *a, const void *b) {
    const struct work *x = a, *y = b;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

static void give(const struct run_share *share, uint32_t heap, struct work *w) {
    static const vec_u8 none = {0};
    vec_u8 key = {0};
    work_write(w, &key);
    share->give(share->owner, heap, &key, &none);
    vec_release(&key);
    work_release(w);
}

/* Every other one goes, so that nobody gets what is large alone; or all. */
void handout_give(struct generations *g, const struct run_share *share) {
    uint32_t wanted = share->wanted(share->owner, g->r);
    bool all = wanted == SHARE_ALL;
    VEC(struct work) works = {0};
    struct work w;
    if (!wanted || g->queue.len + all < 2) return; /* one is kept, unless all are wanted */
    while (generations_next(g, &w)) vec_push(&works, w);
    qsort(works.data, works.len, sizeof *works.data, by_event);
    for (uint32_t i = 0; i < works.len; i++) {
        if (all || (i % 2 == 0 && i + 1 < works.len)) give(share, all ? 0 : i / 2 % wanted, &works.data[i]);
        else generations_return(g, &works.data[i]);
    }
    share->given(share->owner);
    vec_release(&works);
}
