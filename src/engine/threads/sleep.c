#include <assert.h>

#include "engine/threads/inside.h"

/* ---- footprints -------------------------------------------------------------------------------------- */

struct footprint *footprint_new(const thread_accesses *all) {
    struct footprint *f = MEM_NEW(struct footprint);
    *f = (struct footprint){.refs = 1};
    vec_append(&f->all, all->data, all->len);
    return f;
}

void footprint_release(struct footprint *f) {
    if (!f || --f->refs) return;
    vec_release(&f->all);
    mem_free(f);
}

static bool footprints_conflict(const struct footprint *a, const struct footprint *b) {
    for (uint32_t i = 0; i < a->all.len; i++)
        for (uint32_t k = 0; k < b->all.len; k++)
            if (threads_conflict(&a->all.data[i], &b->all.data[k])) return true;
    return false;
}

/* ---- sleepers ---------------------------------------------------------------------------------------- */

void sleepers_add(sleepers *s, uint32_t thread, struct footprint *print) {
    assert(print->refs && !(sleepers_set(s) >> thread & 1));
    print->refs++;
    vec_push(s, ((struct sleeper){thread, print}));
}

void sleepers_pass(const sleepers *from, const struct footprint *print, sleepers *to) {
    for (uint32_t i = 0; i < from->len; i++)
        if (!footprints_conflict(from->data[i].print, print))
            sleepers_add(to, from->data[i].thread, from->data[i].print);
}

void sleepers_keep(sleepers *s, uint64_t threads) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->len; i++)
        if (threads >> s->data[i].thread & 1) s->data[n++] = s->data[i];
        else footprint_release(s->data[i].print);
    s->len = n;
}

void sleepers_release(sleepers *s) {
    sleepers_keep(s, 0);
    vec_release(s);
}

uint64_t sleepers_set(const sleepers *s) {
    uint64_t set = 0;
    for (uint32_t i = 0; i < s->len; i++) set |= UINT64_C(1) << s->data[i].thread;
    return set;
}
