#include "engine/concolic/mutate.h"

#include <assert.h>
#include <string.h>

enum { FIRST_ROUND = 32, LEAST_ROUND = 8, MOST_ROUND = 512, MOST_CHANGES = 4, MOST_KEPT = 1 << 14, LONG_PART = 32 };

void mutator_init(struct mutator *m, uint64_t seed, uint64_t most) {
    memset(m, 0, sizeof *m);
    rng_init(&m->rng, seed);
    m->most = most;
    m->round = FIRST_ROUND;
}

void mutator_release(struct mutator *m) {
    for (uint32_t i = 0; i < m->pool.len; i++) vec_release(&m->pool.data[i]);
    vec_release(&m->pool);
}

void mutator_keep(struct mutator *m, const vec_u8 *input) {
    if (!m->most || m->pool.len >= MOST_KEPT) return;
    vec_push(&m->pool, (vec_u8){0});
    vec_u8 *copy = &vec_last(&m->pool);
    vec_resize(copy, input->len);
    if (input->len) memcpy(copy->data, input->data, input->len);
}

uint32_t mutator_round(const struct mutator *m) { return m->most && m->pool.len ? m->round : 0; }

void mutator_learn(struct mutator *m, uint32_t found) {
    m->found += found;
    if (found) m->round = m->round < MOST_ROUND / 2 ? 2 * m->round : MOST_ROUND;
    else if (m->round > LEAST_ROUND) m->round -= (m->round + 15) / 16;
}

/* ---- parts ------------------------------------------------------------------------------------ */

struct byte_range {
    uint32_t at, len;
};

/* Below n, small more often than not; n > 0. */
static uint32_t small_number(struct mutator *m, uint32_t n) {
    uint32_t limit = (uint32_t)rng_below(&m->rng, n) + 1;
    return (uint32_t)rng_below(&m->rng, limit);
}

static bool is_line_end(const vec_u8 *v, uint32_t i) { return v->data[i] == '\n'; }

/* Some bytes of v, which is not empty; in text often whole lines. */
static struct byte_range some_part(struct mutator *m, const vec_u8 *v) {
    uint32_t at = (uint32_t)rng_below(&m->rng, v->len), left = v->len - at;
    uint32_t len = 1 + small_number(m, left < LONG_PART ? left : LONG_PART);
    if (rng_below(&m->rng, 2) || !memchr(v->data, '\n', v->len)) return (struct byte_range){at, len};
    while (at && !is_line_end(v, at - 1)) at--;
    uint32_t end = at;
    while (end < v->len && !is_line_end(v, end)) end++;
    return (struct byte_range){at, end < v->len ? end + 1 - at : end - at};
}

/* Where something may be put in: often where a line starts. */
static uint32_t some_place(struct mutator *m, const vec_u8 *v) {
    uint32_t at = (uint32_t)rng_below(&m->rng, v->len + 1);
    if (rng_below(&m->rng, 2)) return at;
    uint32_t start = at;
    while (start && !is_line_end(v, start - 1)) start--;
    return start ? start : at;
}

static void insert(vec_u8 *v, uint32_t at, const uint8_t *bytes, uint32_t n) {
    uint32_t old = v->len;
    assert(at <= old);
    vec_resize(v, old + n);
    memmove(v->data + at + n, v->data + at, old - at);
    memcpy(v->data + at, bytes, n);
}

static void cut(vec_u8 *v, struct byte_range p) {
    assert(p.at + p.len <= v->len);
    memmove(v->data + p.at, v->data + p.at + p.len, v->len - p.at - p.len);
    v->len -= p.len;
}

/* ---- changes ------------------------------------------------------------------------------------ */

static const vec_u8 *some_input(struct mutator *m) {
    /* Later ones have come further. */
    uint32_t n = m->pool.len, i = (uint32_t)rng_below(&m->rng, n), k = (uint32_t)rng_below(&m->rng, n);
    return &m->pool.data[i > k ? i : k];
}

/* A part of some input goes into this one, instead of what is there or between it. */
static void take_from(struct mutator *m, vec_u8 *v, const vec_u8 *other, bool replace) {
    if (!other->len) return;
    struct byte_range p = some_part(m, other);
    vec_u8 bytes = {0}; /* it may be the same input */
    vec_resize(&bytes, p.len);
    memcpy(bytes.data, other->data + p.at, p.len);
    uint32_t at = some_place(m, v);
    if (replace && v->len) {
        struct byte_range old = some_part(m, v);
        at = old.at;
        cut(v, old);
    }
    insert(v, at, bytes.data, p.len);
    vec_release(&bytes);
}

static void change_byte(struct mutator *m, vec_u8 *v) {
    static const uint8_t likely[] = {0, 1, 7, 8, 15, 16, 32, 63, 64, 100, 127, 128, 192, 254, 255, '0', '9', '"', ' '};
    uint8_t *byte = &v->data[rng_below(&m->rng, v->len)];
    switch (rng_below(&m->rng, 4)) {
    case 0: *byte = (uint8_t)rng_next(&m->rng); break;
    case 1: *byte ^= (uint8_t)(1u << rng_below(&m->rng, 8)); break;
    case 2: *byte = likely[rng_below(&m->rng, sizeof likely)]; break;
    default: *byte = (uint8_t)(*byte + rng_below(&m->rng, 17) - 8); break;
    }
}

static void change(struct mutator *m, vec_u8 *v) {
    switch (v->len ? rng_below(&m->rng, 8) : 0) {
    case 0:
    case 1: take_from(m, v, some_input(m), false); break;
    case 2: take_from(m, v, some_input(m), true); break;
    case 3: take_from(m, v, v, false); break;
    case 4: cut(v, some_part(m, v)); break;
    case 5: { /* several times the same */
        struct byte_range p = some_part(m, v);
        for (uint64_t n = 1 + rng_below(&m->rng, 8); n && v->len + p.len <= m->most; n--) {
            vec_u8 bytes = {0};
            vec_resize(&bytes, p.len);
            memcpy(bytes.data, v->data + p.at, p.len);
            insert(v, p.at, bytes.data, p.len);
            vec_release(&bytes);
        }
        break;
    }
    default: change_byte(m, v); break;
    }
}

void mutator_make(struct mutator *m, vec_u8 *out) {
    assert(m->pool.len);
    const vec_u8 *from = some_input(m);
    vec_resize(out, from->len);
    if (from->len) memcpy(out->data, from->data, from->len);
    for (uint64_t n = 1 + rng_below(&m->rng, MOST_CHANGES); n; n--) change(m, out);
    if (out->len > m->most) vec_resize(out, m->most);
}
