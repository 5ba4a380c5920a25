#include "engine/concolic/parts.h"

#include <assert.h>
#include <stdlib.h>

#include "exec/sym/outside.h"
#include "exec/sym/sym.h"

enum { MOST_GUESSES = 1024 }; /* at one time: there are three times as many of them as of what is due */

/* ---- coming ------------------------------------------------------------------------------------------- */

static bool is_unrun(const struct work *w) { return w->root == WORK_EVERY_ROOT; }

/* Inputs that this program cannot have taken would only cost memory. */
static bool fits(const struct generations *g, const struct work *w) {
    uint64_t lo = 0, hi = 0;
    sym_stdin(&g->x->ctx->opt, &lo, &hi);
    bool root = is_unrun(w) ? !w->predicted && !w->first && w->kind != SEED_NONE : w->root < runner_roots(g->runner);
    bool seed = w->kind == SEED_NONE ? !w->seed.len : w->kind == g->files && w->seed.len <= WORK_PARTS_LONGEST_SEED;
    return root && seed && w->file_size == -1 && w->stdin_size >= -1 && w->stdin_size <= (int64_t)hi;
}

/* A seed, at each beginning that the program has. */
static void plant(struct generations *g, const struct work *seed) {
    assert(is_unrun(seed) && seed->kind == g->files);
    for (uint32_t root = 0; root < runner_roots(g->runner) && !g->stopped; root++) {
        struct work w;
        work_init(&w);
        w.root = root;
        w.kind = seed->kind;
        w.guess = seed->guess;
        copy_bytes(&w.seed, &seed->seed);
        generations_seed(g, &w);
    }
}

/* What a part is worth, as its hints say. */
static void take_rank(const uint8_t **hints, const uint8_t *end, struct ranked *one) {
    if (get_var(hints, end, &one->score) && get_var(hints, end, &one->rarity)) return;
    one->score = one->rarity = 0;
    *hints = end;
}

static bool take(struct generations *g, const uint8_t **key, const uint8_t *end, const uint8_t **hints,
                 const uint8_t *hints_end) {
    struct ranked one = {0};
    struct work *w = &one.work;
    if (!work_read(w, key, end)) return false;
    bool ok = fits(g, w);
    g->owes |= ok && !w->guess;
    if (ok && is_unrun(w)) {
        g->patience = UINT64_MAX;
        plant(g, w);
    } else if (ok) {
        take_rank(hints, hints_end, &one);
        generations_restore(g, &one);
        return true;
    }
    work_release(w);
    return ok;
}

void work_parts_begin(struct generations *g, const struct run_share *share, uint64_t maker) {
    const uint8_t *key = share->key, *hints = share->hints;
    bool ok = true;
    assert(!g->queue.len && maker && !g->repeats);
    g->maker = maker;
    if (!share->nparts) {
        g->owes = true;
        g->patience = UINT64_MAX;
        generations_random(g);
    }
    for (uint32_t i = 0; i < share->nparts && ok; i++) ok = take(g, &key, share->key_end, &hints, share->hints_end);
    if (share->nparts) ok = ok && key == share->key_end;
    if (!ok) sym_gap(g->x, GAP_DIVERGED, "a piece of work does not fit the program");
}

/* ---- going --------------------------------------------------------------------------------------------- */

/* Work that leaves its path early probably has the most before it. */
static int by_event(const void *a, const void *b) {
    const struct work *x = &((const struct ranked *)a)->work, *y = &((const struct ranked *)b)->work;
    if (x->first != y->first) return x->first < y->first ? -1 : 1;
    return x->hash < y->hash ? -1 : x->hash > y->hash;
}

/* Guesses are marked by their maker, so that no two pieces of guesses are the same. False: it is too large. */
static bool give(const struct generations *g, const struct run_share *share, uint32_t heap, struct ranked *one) {
    vec_u8 key = {0}, hints = {0};
    struct work *w = &one->work;
    assert(g->maker && heap < SHARE_PARTS);
    if (w->guess) w->guess = g->maker;
    work_write(w, &key);
    put_var(&hints, one->score);
    put_var(&hints, one->rarity);
    bool ok = key.len <= SHARE_PART_BYTES;
    if (ok) share->give(share->owner, heap, &key, &hints);
    if (ok) work_release(w);
    vec_release(&key);
    vec_release(&hints);
    return ok;
}

/* Of n in a row, does the i-th go? Every other one, so that large ones are spread; or all. */
static bool goes(uint32_t i, uint32_t n, bool all) { return all || (i % 2 == 0 && i + 1 < n); }

/* What is due goes, the first ones in the company of a guess each. Guesses that are left over go by themselves where
 * something was left out; when all must go, the rest is dropped. */
void work_parts_give(struct generations *g, const struct run_share *share) {
    uint32_t wanted = share->wanted(share->owner, g->r);
    bool all = wanted == SHARE_ALL;
    if (!wanted || (!all && (!g->owes || g->queue.len == 1))) return; /* one is kept, unless all are wanted */
    bool alone = g->owes && g->x->sym->gaps.seen && (all || !g->queue.len);
    vec_ranked due = g->queue, guesses = g->guesses;
    memset(&g->queue, 0, sizeof g->queue);
    memset(&g->guesses, 0, sizeof g->guesses);
    if (all) generations_sort(&due);
    else if (due.len) qsort(due.data, due.len, sizeof *due.data, by_event);
    generations_sort(&guesses);
    for (uint32_t i = 0; i < due.len || i < guesses.len; i++) {
        bool gone = i < due.len ? goes(i, due.len, all) : alone && goes(i, guesses.len, all);
        uint32_t heap = all ? 0 : i / 2 % wanted;
        if (i < due.len && !(gone && give(g, share, heap, &due.data[i]))) generations_restore(g, &due.data[i]);
        if (i >= guesses.len || (gone && i < MOST_GUESSES && give(g, share, heap, &guesses.data[i]))) continue;
        if (all) work_release(&guesses.data[i].work);
        else generations_restore(g, &guesses.data[i]);
    }
    share->given(share->owner);
    vec_release(&due);
    vec_release(&guesses);
}
