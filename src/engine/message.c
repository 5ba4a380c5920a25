#include "engine/message.h"

#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "exec/premise.h"
#include "ir/ir.h"

enum { COUNTS = sizeof(struct answer_counts) / 8, MOST = 1 << 30 };

static bool send_all(int fd, const uint8_t *p, size_t n) {
    while (n) {
        ssize_t done = send(fd, p, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

static bool receive_all(int fd, uint8_t *p, size_t n) {
    while (n) {
        ssize_t done = read(fd, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool message_send(int fd, const vec_u8 *bytes) {
    uint64_t n = bytes->len;
    return send_all(fd, (const uint8_t *)&n, sizeof n) && send_all(fd, bytes->data, n);
}

bool message_receive(int fd, vec_u8 *bytes) {
    uint64_t n;
    if (!receive_all(fd, (uint8_t *)&n, sizeof n) || n > MOST) return false;
    vec_resize(bytes, n);
    return receive_all(fd, bytes->data, n);
}

/* ---- expansions ---------------------------------------------------------------------------------- */

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
    if (!get_u64(p, end, &c->bug) || !get_u64(p, end, &c->rarity) || !get_u64(p, end, &flags) || !get_u64(p, end, &n)) return false;
    c->predicted = flags & 1;
    c->open = flags >> 1 & 1;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_u64(p, end, &b)) return false;
        vec_push(&c->blocks, b);
    }
    return get_bytes(p, end, &c->file);
}

void message_put_expansion(vec_u8 *out, const struct expansion *e, const struct answer_counts *counts) {
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

bool message_get_expansion(const uint8_t *p, const uint8_t *end, struct expansion *e, struct answer_counts *counts) {
    uint64_t *numbers = (uint64_t *)counts;
    memset(e, 0, sizeof *e);
    for (int i = 0; i < COUNTS; i++)
        if (!get_u64(&p, end, &numbers[i])) return false;
    if (get_children(&p, end, e)) return true;
    expansion_release(e);
    memset(e, 0, sizeof *e);
    return false;
}

/* ---- premises ------------------------------------------------------------------------------------- */

void message_put_premises(vec_u8 *out, const struct premises *all) {
    put_u64(out, all->list.len);
    for (uint32_t i = 0; i < all->list.len; i++) {
        const struct premise *one = &all->list.data[i];
        put_bytes(out, (const uint8_t *)one->what, strlen(one->what) + 1);
        put_u64(out, one->places.len);
        for (uint32_t k = 0; k < one->places.len; k++) put_u64(out, one->places.data[k]);
    }
}

static bool get_premise(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program) {
    vec_u8 text = {0};
    uint64_t n, pos;
    bool ok = get_bytes(p, end, &text) && text.len && !text.data[text.len - 1] && get_u64(p, end, &n);
    if (ok) premise_add(all, program, (const char *)text.data, 0);
    for (uint64_t i = 0; ok && i < n; i++) {
        ok = get_u64(p, end, &pos) && pos < program->positions.len;
        if (ok) premise_add(all, program, (const char *)text.data, (uint32_t)pos);
    }
    vec_release(&text);
    return ok;
}

bool message_get_premises(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program) {
    uint64_t n;
    if (!get_u64(p, end, &n)) return false;
    while (n--)
        if (!get_premise(p, end, all, program)) return false;
    return true;
}
