#include "engine/share.h"

#include <string.h>

#include "base/bytes.h"
#include "engine/run.h"

enum { MOST_STEPS = 1 << 20, MOST_PARTS = 1 << 20 };

void share_way_release(struct share_way *w) { retrace_way_release(&w->way); }

void share_way_write(const struct share_way *w, vec_u8 *key, vec_u8 *hints) {
    uint64_t asked = 0;
    put_var(key, w->root);
    put_u64(key, w->way.hash);
    put_var(key, w->way.steps.len);
    for (uint32_t i = 0; i < w->way.steps.len; i++) {
        const struct retrace_step *s = &w->way.steps.data[i];
        put_var(key, (s->asked - asked) * DECISIONS + s->kind);
        put_var(key, s->value);
        asked = s->asked;
    }
    put_var(hints, w->way.parts.len);
    for (uint32_t i = 0; i < w->way.parts.len; i++) {
        const struct retrace_part *p = &w->way.parts.data[i];
        put_var(hints, p->input);
        put_var(hints, p->offset);
        put_var(hints, p->size);
        put_var(hints, p->value);
    }
}

static bool get_word(const uint8_t **p, const uint8_t *end, uint32_t *word) {
    uint64_t v;
    if (!get_var(p, end, &v) || v > UINT32_MAX) return false;
    *word = (uint32_t)v;
    return true;
}

/* Questions are counted from 1, and each has one answer. */
static bool get_steps(struct retrace_way *way, const uint8_t **p, const uint8_t *end) {
    uint64_t n, delta, value, asked = 0;
    if (!get_var(p, end, &n) || n > MOST_STEPS) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_var(p, end, &delta) || !get_var(p, end, &value) || delta < DECISIONS ||
            asked + delta / DECISIONS < asked)
            return false;
        asked += delta / DECISIONS;
        vec_push(&way->steps, (struct retrace_step){asked, (enum decision_kind)(delta % DECISIONS), value});
    }
    return true;
}

static bool get_parts(struct retrace_way *way, const uint8_t **p, const uint8_t *end) {
    uint64_t n;
    if (!get_var(p, end, &n) || n > MOST_PARTS) return false;
    for (uint64_t i = 0; i < n; i++) {
        struct retrace_part part;
        if (!get_word(p, end, &part.input) || !get_word(p, end, &part.offset) || !get_word(p, end, &part.size) ||
            !get_var(p, end, &part.value))
            return false;
        vec_push(&way->parts, part);
    }
    return true;
}

bool share_way_read(struct share_way *w, const uint8_t **key, const uint8_t *key_end, const uint8_t **hints,
                    const uint8_t *hints_end) {
    memset(w, 0, sizeof *w);
    if (get_word(key, key_end, &w->root) && get_u64(key, key_end, &w->way.hash) && get_steps(&w->way, key, key_end) &&
        get_parts(&w->way, hints, hints_end))
        return true;
    share_way_release(w);
    return false;
}

void share_ways_release(share_ways *ways) {
    for (uint32_t i = 0; i < ways->len; i++) share_way_release(&ways->data[i]);
    vec_release(ways);
}

bool share_ways_read(const struct run_share *s, share_ways *ways) {
    const uint8_t *key = s->key, *hints = s->hints;
    bool ok = true;
    memset(ways, 0, sizeof *ways);
    for (uint32_t i = 0; i < s->nparts && ok; i++) {
        struct share_way way;
        ok = share_way_read(&way, &key, s->key_end, &hints, s->hints_end);
        if (ok) vec_push(ways, way);
    }
    if (ok && key == s->key_end && hints == s->hints_end) return true;
    share_ways_release(ways);
    memset(ways, 0, sizeof *ways);
    return false;
}

void share_give_way(const struct run_share *s, uint32_t heap, const struct share_way *way) {
    vec_u8 key = {0}, hints = {0};
    share_way_write(way, &key, &hints);
    s->give(s->owner, heap, &key, &hints);
    vec_release(&key);
    vec_release(&hints);
}
