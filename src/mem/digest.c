#include "mem/digest.h"

#include <string.h>

#include "base/hash.h"

enum { MOST_BYTES = 1 << 14, MOST_SYMBOLIC = 1 << 18 /* of objects that may have changed */ };

static void find_symbolic(void *data, struct mem_object *obj) {
    bool *concrete = data;
    if (!obj->live) return;
    if (obj->size_sym) *concrete = false;
    for (uint32_t i = 0; i < obj->npages; i++)
        if (obj->pages[i] && obj->pages[i]->overlay) *concrete = false;
}

bool digest_base_init(struct digest_base *base, const struct space *origin) {
    bool concrete = true;
    *base = (struct digest_base){.origin = origin};
    map_init(&base->known);
    radix_each(&origin->objects, find_symbolic, &concrete);
    radix_each(&origin->stack, find_symbolic, &concrete);
    return concrete;
}

void digest_base_init_symbolic(struct digest_base *base, const struct space *origin,
                               void (*keep)(void *owner, uint32_t expr), void *owner) {
    *base = (struct digest_base){.origin = origin, .keep = keep, .owner = owner};
    map_init(&base->known);
}

void digest_base_release(struct digest_base *base) {
    map_release(&base->known);
    vec_release(&base->parts);
}

void digest_mix(struct digest *d, uint64_t v) {
    d->a = hash_mix(d->a, v);
    d->b = hash_mix(d->b ^ UINT64_C(0x94d049bb133111eb), v ^ d->a >> 7);
}

static void mix_bytes(struct digest *d, const uint8_t *data, uint32_t n) {
    for (uint32_t i = 0; i < n; i += 8) {
        uint64_t word = 0;
        memcpy(&word, data + i, n - i < 8 ? n - i : 8);
        digest_mix(d, word);
    }
}

/* What lies below symbolic bytes says nothing. */
static void mix_overlay(const struct digest_base *base, struct digest *d, const struct mem_page *page) {
    uint8_t bytes[PAGE_SIZE];
    uint32_t n = (uint32_t)(page->hi - page->lo);
    memcpy(bytes, page->data, n);
    for (uint32_t i = 0; i < page->overlay->len; i++) {
        const struct overlay_entry *e = &page->overlay->entries[i];
        memset(bytes + (e->off - page->lo), 0, e->len);
        digest_mix(d, (uint64_t)e->off << 48 | (uint64_t)e->len << 32 | e->expr);
        digest_mix(d, (uint64_t)e->input << 32 | e->from);
        if (e->expr) base->keep(base->owner, e->expr);
    }
    mix_bytes(d, bytes, n);
}

/* False: something is symbolic. */
static bool mix_page(const struct digest_base *base, struct digest *d, const struct mem_page *page) {
    if (page->overlay && !base->keep) return false;
    uint32_t n = (uint32_t)(page->hi - page->lo), uninit = page->init ? page->uninit : 0;
    digest_mix(d, uninit); /* says whether a bitmap follows, or else it might pass for data */
    digest_mix(d, page->overlay ? page->overlay->len : 0);
    if (page->overlay) mix_overlay(base, d, page);
    else mix_bytes(d, page->data, n);
    if (uninit) mix_bytes(d, page->init, (n + 7) / 8);
    return true;
}

/* Sizes that are symbolic, and what uninitialised bytes are. */
static void mix_symbolic(const struct digest_base *base, struct digest *d, const struct mem_object *obj) {
    const uint32_t all[] = {obj->size_sym, obj->place, obj->array};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        digest_mix(d, all[i]);
        if (all[i]) base->keep(base->owner, all[i]);
    }
    digest_mix(d, obj->uninit_input);
}

static bool digest_object(const struct digest_base *base, struct mem_object *obj, struct digest *d) {
    *d = (struct digest){obj->number, ~(uint64_t)obj->number};
    digest_mix(d, obj->base);
    digest_mix(d, obj->size);
    digest_mix(d, (uint64_t)obj->generation << 32 | (uint64_t)obj->kind << 8 | (uint64_t)obj->live << 3 |
                      (uint64_t)obj->readonly << 2 | (uint64_t)obj->tracked << 1 | (uint64_t)obj->is_private);
    if (!obj->live || obj->kind == OBJECT_FUNCTION) return true;
    if (obj->size_sym && !base->keep) return false;
    if (base->keep) mix_symbolic(base, d, obj);
    digest_mix(d, (uint64_t)obj->given << 48 | (uint64_t)obj->fill << 32 |
                      (obj->kind == OBJECT_HEAP ? obj->made_pos : 0)); /* a leak is reported there */
    for (uint32_t i = 0; i < obj->npages; i++)
        if (!mix_page(base, d, object_page(obj, i))) return false;
    return true;
}

struct sum {
    struct digest_base *base;
    struct digest total;
    uint64_t bytes;
    bool failed;
};

static struct digest base_part(struct digest_base *base, struct mem_object *obj) {
    uint64_t at = map_get(&base->known, obj->number, 0);
    if (at) return base->parts.data[at - 1];
    struct digest d;
    (void)digest_object(base, obj, &d);
    vec_push(&base->parts, d);
    map_put(&base->known, obj->number, base->parts.len);
    return d;
}

static void add_pair(void *data, struct mem_object *was, struct mem_object *is) {
    struct sum *s = data;
    if (s->failed) return;
    if (is) {
        struct digest d;
        s->bytes += is->live ? is->size : 0;
        s->failed = s->bytes > (s->base->keep ? MOST_SYMBOLIC : MOST_BYTES) || !digest_object(s->base, is, &d);
        if (s->failed) return;
        s->total.a += d.a;
        s->total.b += d.b;
    }
    if (was) {
        struct digest d = base_part(s->base, was);
        s->total.a -= d.a;
        s->total.b -= d.b;
    }
}

static void add_whole(void *data, struct mem_object *obj) {
    struct sum *s = data;
    struct digest d = base_part(s->base, obj);
    s->total.a += d.a;
    s->total.b += d.b;
}

void digest_base_whole(struct digest_base *base, struct digest *out) {
    struct sum sum = {.base = base};
    radix_each(&base->origin->objects, add_whole, &sum);
    radix_each(&base->origin->stack, add_whole, &sum);
    *out = sum.total;
}

bool space_digest_shared(struct digest_base *base, const struct space *s, struct digest *out) {
    struct sum sum = {.base = base};
    radix_each_pair(&base->origin->objects, &s->objects, add_pair, &sum);
    radix_each_pair(&base->origin->stack, &s->stack, add_pair, &sum);
    *out = sum.total;
    digest_mix(out, s->next_number);
    digest_mix(out, s->generation);
    digest_mix(out, s->freed.len - s->reuse_from);
    for (uint32_t i = s->reuse_from; i < s->freed.len; i++) digest_mix(out, s->freed.data[i]);
    digest_mix(out, s->heap_bytes);
    return !sum.failed;
}

bool space_digest(struct digest_base *base, const struct space *s, struct digest *out) {
    bool ok = space_digest_shared(base, s, out);
    digest_mix(out, s->stack_bytes);
    digest_mix(out, s->stack_depth);
    return ok;
}
