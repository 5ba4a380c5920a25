#include "engine/concolic/work.h"

#include "base/hash.h"

void work_init(struct work *w) {
    memset(w, 0, sizeof *w);
    w->stdin_size = w->file_size = -1;
}

void work_release(struct work *w) {
    for (uint32_t i = 0; i < w->inputs.len; i++) vec_release(&w->inputs.data[i]);
    vec_release(&w->inputs);
    vec_release(&w->seed);
    vec_release(&w->excluded);
}

uint64_t work_hash(const struct work *w) {
    uint64_t h = hash_mix(w->root, (uint64_t)w->stdin_size);
    h = hash_mix(hash_mix(h, (uint64_t)w->file_size), w->kind);
    if (w->seed.len) h = hash_mix(h, hash_bytes(w->seed.data, w->seed.len));
    for (uint32_t i = 0; i < w->inputs.len; i++) {
        const vec_u8 *in = &w->inputs.data[i];
        h = hash_mix(h, in->len ? hash_bytes(in->data, in->len) : 1);
    }
    return h;
}

/* ---- written down --------------------------------------------------------------------------- */

void work_write(const struct work *w, vec_u8 *out) {
    const uint64_t numbers[] = {w->root,
                                w->first,
                                w->predicted,
                                w->any,
                                w->event,
                                w->hash,
                                w->place,
                                w->outcome,
                                w->kind,
                                w->generation,
                                (uint64_t)w->stdin_size,
                                (uint64_t)w->file_size,
                                w->guess};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) put_u64(out, numbers[i]);
    put_bytes(out, w->seed.data, w->seed.len);
    put_u64(out, w->excluded.len);
    for (uint32_t i = 0; i < w->excluded.len; i++) put_u64(out, w->excluded.data[i]);
    put_u64(out, w->inputs.len);
    for (uint32_t i = 0; i < w->inputs.len; i++) put_bytes(out, w->inputs.data[i].data, w->inputs.data[i].len);
}

static void set_numbers(struct work *w, const uint64_t *n) {
    w->root = (uint32_t)n[0];
    w->first = (uint32_t)n[1];
    w->predicted = n[2];
    w->any = n[3];
    w->event = (uint32_t)n[4];
    w->hash = n[5];
    w->place = n[6];
    w->outcome = n[7];
    w->kind = (enum seed_kind)n[8];
    w->generation = (uint32_t)n[9];
    w->stdin_size = (int64_t)n[10];
    w->file_size = (int64_t)n[11];
    w->guess = n[12];
}

static bool read_lists(struct work *w, const uint8_t **p, const uint8_t *end) {
    uint64_t n, v;
    if (!get_bytes(p, end, &w->seed) || !get_u64(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_u64(p, end, &v)) return false;
        vec_push(&w->excluded, v);
    }
    if (!get_u64(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        vec_push(&w->inputs, (vec_u8){0});
        if (!get_bytes(p, end, &vec_last(&w->inputs))) return false;
    }
    return true;
}

bool work_read(struct work *w, const uint8_t **p, const uint8_t *end) {
    uint64_t numbers[13];
    work_init(w);
    for (int i = 0; i < 13; i++)
        if (!get_u64(p, end, &numbers[i])) return false;
    set_numbers(w, numbers);
    if (read_lists(w, p, end)) return true;
    work_release(w);
    return false;
}
