#include <assert.h>

#include "engine/threads/inside.h"

/* Is it an access of the program's own, and of which? */
static bool is_access(const struct exec_thread *t) {
    return !t->ended && t->next.kind == PENDING_ACCESS && !(t->next.at.kind & (ACCESS_LOCK | ACCESS_ANYTHING));
}

static bool race(const struct thread_access *a, const struct thread_access *b) {
    return !(a->kind & b->kind & ACCESS_ATOMIC) && threads_conflict(a, b);
}

void race_look(struct threads_engine *e, const struct sched_node *n) {
    if (!bug_has(e->x->wanted, BUG_RACE)) return;
    const struct threads *ts = n->st->threads;
    for (uint32_t i = 0; i < ts->n; i++)
        for (uint32_t k = i + 1; k < ts->n; k++)
            if (is_access(&ts->at[i]) && is_access(&ts->at[k]) && race(&ts->at[i].next.at, &ts->at[k].next.at)) return;
}
