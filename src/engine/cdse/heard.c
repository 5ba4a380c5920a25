#include "engine/cdse/heard.h"

#include <assert.h>

#include "base/hash.h"
#include "base/provoke.h"

enum { MOST_HEARD = PROVOKED(1 << 20, 1 << 10), FLAG_WAY = 1 };

void heard_init(struct heard *h, const struct litnames *names) {
    *h = (struct heard){.names_here = names};
    map_init(&h->waiting);
    map_init(&h->seen);
}

void heard_release(struct heard *h) {
    vec_release(&h->all);
    vec_release(&h->names);
    vec_release(&h->values);
    vec_release(&h->ready);
    map_release(&h->waiting);
    map_release(&h->seen);
}

/* ---- bytes ------------------------------------------------------------------------------------------- */

/* The lowest bit of *bits, which is taken out. */
static uint64_t take_bit(uint64_t *bits) {
    assert(*bits);
    uint64_t bit = *bits & -*bits;
    *bits ^= bit;
    return bit;
}

bool heard_write(vec_u8 *out, const struct litnames *names, const uint32_t *literals, uint32_t n, uint64_t bounds,
                 bool way) {
    assert(n && n <= HEARD_LITERALS);
    uint32_t before = out->len;
    put_var(out, n);
    put_var(out, way ? FLAG_WAY : 0);
    put_u64(out, bounds);
    for (uint64_t bits = bounds & ~FCFG_FINAL; bits;) put_var(out, fcfg_bound(names->g, take_bit(&bits)));
    for (uint32_t i = 0; i < n; i++) {
        struct digest name = litnames_of(names, literals[i]);
        if (!name.a && !name.b) {
            out->len = before;
            return false;
        }
        put_u64(out, name.a);
        put_u64(out, name.b);
    }
    return true;
}

/* One nogood, put behind the others; its digest does not depend on the order of its literals. */
static bool read_one(struct heard *h, struct heard_nogood *g, uint64_t *digest, const uint8_t **p, const uint8_t *end) {
    uint64_t n, flags, value;
    *g = (struct heard_nogood){.first = h->names.len, .values = h->values.len};
    if (!get_var(p, end, &n) || !n || n > HEARD_LITERALS || !get_var(p, end, &flags) || flags > FLAG_WAY ||
        !get_u64(p, end, &g->bounds))
        return false;
    g->n = (uint32_t)n;
    g->way = flags & FLAG_WAY;
    *digest = hash_mix(g->bounds, n);
    for (uint64_t bits = g->bounds & ~FCFG_FINAL; bits;) {
        if (!fcfg_bound(h->names_here->g, take_bit(&bits)) || !get_var(p, end, &value) || !value || value > UINT32_MAX)
            return false;
        vec_push(&h->values, (uint32_t)value);
        *digest = hash_mix(*digest, value);
    }
    uint64_t sum = 0;
    for (uint64_t i = 0; i < n; i++) {
        struct digest name;
        if (!get_u64(p, end, &name.a) || !get_u64(p, end, &name.b)) return false;
        vec_push(&h->names, name);
        sum += hash_mix(name.a, name.b);
    }
    *digest = hash_mix(*digest, sum);
    return true;
}

/* Is it whole, up to its end? Reads nothing in. */
static bool is_whole(struct heard *h, const uint8_t *p, const uint8_t *end) {
    uint32_t names = h->names.len, values = h->values.len;
    struct heard_nogood g;
    uint64_t digest;
    bool ok = true;
    while (ok && p < end) {
        ok = read_one(h, &g, &digest, &p, end);
        h->names.len = names;
        h->values.len = values;
    }
    return ok;
}

/* Waits at a name that is not known, or is ready. */
static void place(struct heard *h, uint32_t number) {
    struct heard_nogood *g = &h->all.data[number];
    assert(!g->ready);
    g->next = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        struct digest name = h->names.data[g->first + i];
        if (litnames_find(h->names_here, name)) continue;
        g->next = (uint32_t)map_get(&h->waiting, name.a, 0);
        map_put(&h->waiting, name.a, number + 1);
        return;
    }
    g->ready = true;
    vec_push(&h->ready, number);
}

bool heard_read(struct heard *h, const uint8_t *p, const uint8_t *end) {
    if (!is_whole(h, p, end)) return false;
    while (p < end && h->all.len < MOST_HEARD) {
        struct heard_nogood g;
        uint64_t digest;
        bool ok = read_one(h, &g, &digest, &p, end);
        assert(ok);
        if (ok && map_put(&h->seen, digest, 1)) {
            vec_push(&h->all, g);
            place(h, h->all.len - 1);
        } else {
            h->names.len = g.first;
            h->values.len = g.values;
        }
    }
    return true;
}

/* ---- what is ready ----------------------------------------------------------------------------------- */

/* The literal is known now: nogoods that waited for it go on. (Those that waited for another with the same first half
 * wait again.) */
static void wake(struct heard *h, uint32_t literal) {
    struct digest name = litnames_of(h->names_here, literal);
    uint32_t at = (uint32_t)map_get(&h->waiting, name.a, 0);
    if (!at) return;
    map_remove(&h->waiting, name.a);
    while (at) {
        uint32_t next = h->all.data[at - 1].next;
        place(h, at - 1);
        at = next;
    }
}

void heard_named(struct heard *h, const struct fnode *node) {
    wake(h, node->literal);
    for (uint32_t i = 0; i < node->noptions; i++) wake(h, node->options[i].literal);
}

/* Is nothing unrolled further here than where it was found? */
static bool holds_here(const struct heard *h, const struct heard_nogood *g) {
    uint32_t at = g->values;
    for (uint64_t bits = g->bounds & ~FCFG_FINAL; bits;)
        if (fcfg_bound(h->names_here->g, take_bit(&bits)) > h->values.data[at++]) return false;
    return true;
}

void heard_raised(struct heard *h, uint64_t bits) {
    assert(bits && !(bits & FCFG_FINAL));
    uint32_t to = 0;
    for (uint32_t i = 0; i < h->ready.len; i++)
        if (!(h->all.data[h->ready.data[i]].bounds & bits)) h->ready.data[to++] = h->ready.data[i];
    h->ready.len = to;
    for (uint32_t i = 0; i < h->all.len; i++) {
        const struct heard_nogood *g = &h->all.data[i];
        if (g->ready && (g->bounds & bits) && holds_here(h, g)) vec_push(&h->ready, i);
    }
}

const struct heard_nogood *heard_take(struct heard *h, vec_u32 *literals) {
    while (h->ready.len) {
        const struct heard_nogood *g = &h->all.data[vec_pop(&h->ready)];
        assert(g->ready);
        if (!holds_here(h, g)) continue;
        vec_clear(literals);
        for (uint32_t i = 0; i < g->n; i++)
            vec_push(literals, litnames_find(h->names_here, h->names.data[g->first + i]));
        return g;
    }
    return NULL;
}
