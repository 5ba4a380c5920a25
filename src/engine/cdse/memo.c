/* What a slot's value depends on is asked again and again along one path: for every branch
 * that tests it, and after every iteration that leaves it alone. A step remembers the
 * answers; as long as it is kept, nothing below it changes. */
#include <assert.h>

#include "engine/cdse/inside.h"

bool memo_recall(const struct stage *s, uint32_t frame, uint32_t slot, vec_u32 *literals) {
    for (uint32_t i = 0; i < s->memos.len; i++) {
        const struct memo *m = &s->memos.data[i];
        if (m->frame != frame || m->slot != slot) continue;
        for (uint32_t k = 0; k < m->n; k++) vec_push(literals, s->remembered.data[m->first + k]);
        return true;
    }
    return false;
}

void memo_keep(struct stage *s, uint32_t frame, uint32_t slot, const uint32_t *literals, uint32_t n) {
    assert(!n || literals);
    vec_push(&s->memos, (struct memo){frame, slot, s->remembered.len, n});
    vec_append(&s->remembered, literals, n);
}

void memo_clear(struct stage *s) {
    vec_clear(&s->memos);
    vec_clear(&s->remembered);
}

void memo_release(struct stage *s) {
    vec_release(&s->memos);
    vec_release(&s->remembered);
}
