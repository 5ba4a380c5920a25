/* What a worker sends back, as bytes. */
#include "engine/concolic/workers.h"

#include <string.h>

enum { COUNTS = sizeof(struct answer_counts) / 8 };

static void put_child(vec_u8 *out, const struct child *c) {
    work_write(&c->work, out);
    put_u64(out, c->bug);
    put_u64(out, c->rarity);
    put_u64(out, (uint64_t)c->predicted | (uint64_t)c->open << 1);
    put_u64(out, c->blocks.len);
    for (uint32_t i = 0; i < c->blocks.len; i++) put_u64(out, c->blocks.data[i]);
    put_bytes(out, c->file.data, c->file.len);
}

static bool get_rest(const uint8_t **p, const uint8_t *end, struct child *c) {
    uint64_t flags, n, b;
    if (!get_u64(p, end, &c->bug) || !get_u64(p, end, &c->rarity) || !get_u64(p, end, &flags) || !get_u64(p, end, &n))
        return false;
    c->predicted = flags & 1;
    c->open = flags >> 1 & 1;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_u64(p, end, &b)) return false;
        vec_push(&c->blocks, b);
    }
    return get_bytes(p, end, &c->file);
}

void expansion_write(vec_u8 *out, const struct expansion *e, const struct answer_counts *counts) {
    const uint64_t *numbers = (const uint64_t *)counts;
    for (int i = 0; i < COUNTS; i++) put_u64(out, numbers[i]);
    put_u64(out, (uint64_t)e->complete | (uint64_t)e->diverged << 1);
    put_u64(out, e->children.len);
    for (uint32_t i = 0; i < e->children.len; i++) put_child(out, &e->children.data[i]);
}

static bool get_children(const uint8_t **p, const uint8_t *end, struct expansion *e) {
    uint64_t flags, n;
    if (!get_u64(p, end, &flags) || !get_u64(p, end, &n)) return false;
    e->complete = flags & 1;
    e->diverged = flags >> 1 & 1;
    for (uint64_t i = 0; i < n; i++) {
        struct child c = {0};
        if (!work_read(&c.work, p, end)) return false;
        bool ok = get_rest(p, end, &c);
        vec_push(&e->children, c);
        if (!ok) return false;
    }
    return *p == end;
}

bool expansion_read(const uint8_t *p, const uint8_t *end, struct expansion *e, struct answer_counts *counts) {
    uint64_t *numbers = (uint64_t *)counts;
    memset(e, 0, sizeof *e);
    for (int i = 0; i < COUNTS; i++)
        if (!get_u64(&p, end, &numbers[i])) return false;
    if (get_children(&p, end, e)) return true;
    expansion_release(e);
    memset(e, 0, sizeof *e);
    return false;
}
