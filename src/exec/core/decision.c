#include "exec/core/decision.h"

#include <assert.h>

#include "base/hash.h"
#include "exec/core/exec.h"

void decision_release(struct decision_link *d) {
    while (d && --d->refs == 0) {
        struct decision_link *prev = d->prev;
        mem_free(d);
        d = prev;
    }
}

uint64_t decision_hash(const struct exec *x, uint64_t before, enum decision_kind kind, uint64_t value) {
    assert(kind < DECISIONS);
    const struct frame *top = x->now->top;
    uint64_t where = hash_mix(top ? top->fn->id : 0, x->now->asked);
    return hash_mix(hash_mix(before, where), hash_mix(kind, value));
}

void decision_add(struct exec *x, struct state *st, enum decision_kind kind, uint64_t value) {
    if (!x->records) return;
    struct decision_link *prev = st->decided, *d = mem_alloc(sizeof *d);
    assert(!prev || prev->asked < st->asked);
    *d = (struct decision_link){.refs = 1,
                                .depth = prev ? prev->depth + 1 : 0,
                                .prev = prev,
                                .asked = st->asked,
                                .kind = kind,
                                .value = value,
                                .hash = decision_hash(x, prev ? prev->hash : 0, kind, value)};
    st->decided = d;
}
