/* Which of several states are merged, and in which order. */
#include <assert.h>

#include "base/provoke.h"
#include "exec/sym/merge.h"
#include "solver/path.h"

enum { MOST_TRIES = PROVOKED(4, 1) /* others that a state is compared with where it might be merged */ };

/* How many constraints the two begin with. */
static uint32_t shared(const struct state *a, const struct state *b) {
    return pathcond_len(pathcond_common(a->pc, b->pc));
}

/* The state of the longest path, which forked last. */
static uint32_t longest(const merge_list *list) {
    uint32_t best = 0;
    for (uint32_t i = 1; i < list->len; i++)
        if (pathcond_len(list->data[i]->pc) > pathcond_len(list->data[best]->pc)) best = i;
    return best;
}

static struct state *take(merge_list *list, uint32_t i) {
    assert(i < list->len);
    struct state *st = list->data[i];
    list->data[i] = vec_last(list);
    list->len--;
    return st;
}

/* Merges st into the one of the list that shares most with it, or else the next; false if
 * into none. */
static bool merge_into(const struct merger *m, const merge_list *list, struct state *st, struct merge_counts *counts) {
    assert(list->len && st->pc);
    uint32_t tried = UINT32_MAX; /* only with those that share less than the last one */
    for (int tries = 0; tries < MOST_TRIES; tries++) {
        struct state *best = NULL;
        uint32_t most = 0;
        for (uint32_t i = 0; i < list->len; i++) {
            uint32_t n = shared(st, list->data[i]);
            if (n < tried && (!best || n > most)) best = list->data[i], most = n;
        }
        if (!best) return false;
        bool same_mark = best->mark == st->mark;
        if (merge_states(m, best, st)) {
            if (!same_mark) best->mark = 0;
            return counts->merged++, true;
        }
        counts->apart++;
        tried = most;
    }
    return false;
}

void merge_all(const struct merger *m, merge_list *list, struct merge_counts *counts) {
    merge_list alone = {0};
    while (list->len) {
        struct state *st = take(list, longest(list));
        bool over = limits_hit(&m->x->ctx->limits); /* then it is not worth while */
        if (!list->len || over || !merge_into(m, list, st, counts)) vec_push(&alone, st);
    }
    vec_release(list);
    *list = alone;
}
