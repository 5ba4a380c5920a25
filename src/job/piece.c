#include "job/piece.h"

#include <string.h>

#include "base/hash.h"
#include "base/sha256.h"
#include "base/str.h"

enum { VERSION = 3, NOTE_VERSION = 1, MOST_ENGINES = 64, MOST_GENERATIONS = 1 << 20 };

void piece_release(struct piece *p) {
    vec_release(&p->key);
    vec_release(&p->hints);
}

struct piece piece_copy(const struct piece *from) {
    struct piece p = *from;
    memset(&p.key, 0, sizeof p.key);
    memset(&p.hints, 0, sizeof p.hints);
    copy_bytes(&p.key, &from->key);
    copy_bytes(&p.hints, &from->hints);
    return p;
}

bool piece_is_name(const char *text) {
    return strlen(text) == PIECE_NAME && strspn(text, "0123456789abcdef") == PIECE_NAME;
}

void piece_name(struct piece *p) {
    vec_u8 bytes = {0};
    struct str digest = {0};
    put_u64(&bytes, p->job);
    put_var(&bytes, p->engine);
    put_var(&bytes, p->generation);
    put_bytes(&bytes, p->key.data, p->key.len);
    sha256_add(&digest, bytes.data, bytes.len);
    memcpy(p->name, str_text(&digest), PIECE_NAME);
    p->name[PIECE_NAME] = '\0';
    str_release(&digest);
    vec_release(&bytes);
}

void piece_write(const struct piece *p, vec_u8 *out) {
    put_var(out, VERSION);
    put_u64(out, p->job);
    put_var(out, p->engine);
    put_var(out, p->generation);
    put_var(out, p->group);
    put_bytes(out, p->key.data, p->key.len);
    put_bytes(out, p->hints.data, p->hints.len);
}

static bool get_number(const uint8_t **at, const uint8_t *end, uint64_t most, uint32_t *n) {
    uint64_t v;
    if (!get_var(at, end, &v) || v > most) return false;
    *n = (uint32_t)v;
    return true;
}

bool piece_read(struct piece *p, const uint8_t **at, const uint8_t *end) {
    uint32_t version;
    memset(p, 0, sizeof *p);
    bool ok = get_number(at, end, VERSION, &version) && version == VERSION && get_u64(at, end, &p->job) &&
              get_number(at, end, MOST_ENGINES, &p->engine) && get_number(at, end, MOST_GENERATIONS, &p->generation) &&
              get_number(at, end, MOST_ENGINES, &p->group) && get_bytes(at, end, &p->key) &&
              get_bytes(at, end, &p->hints) && (uint64_t)p->key.len + p->hints.len <= PIECE_MOST_BYTES;
    if (ok) piece_name(p);
    else piece_release(p);
    return ok;
}

void seal_put(vec_u8 *out, uint32_t from) { put_u64(out, hash_bytes(out->data + from, out->len - from)); }

bool seal_get(const uint8_t *at, const uint8_t **end) {
    enum { SEAL = 8 };
    if (*end - at <= SEAL) return false;
    const uint8_t *seal = *end - SEAL, *read = seal;
    uint64_t sum;
    *end = seal;
    return get_u64(&read, seal + SEAL, &sum) && sum == hash_bytes(at, (size_t)(seal - at));
}

/* ---- results ---------------------------------------------------------------------------------------- */

void result_release(struct piece_result *r) {
    for (uint32_t i = 0; i < r->children.len; i++) piece_release(&r->children.data[i]);
    vec_release(&r->children);
    vec_release(&r->rests);
    vec_release(&r->body);
}

void result_write(const struct piece_result *r, vec_u8 *out) {
    uint32_t from = out->len;
    put_var(out, VERSION);
    put_text(out, r->name);
    put_var(out, r->exhausted);
    put_var(out, r->gaps);
    const uint64_t counts[] = {r->paths, r->partial, r->instructions, r->findings, r->tests, r->milliseconds};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) put_var(out, counts[i]);
    put_var(out, r->children.len);
    for (uint32_t i = 0; i < r->children.len; i++) piece_write(&r->children.data[i], out);
    put_u64(out, r->attempt);
    put_var(out, r->rests.len);
    for (uint32_t i = 0; i < r->rests.len; i++) put_u64(out, r->rests.data[i]);
    put_bytes(out, r->body.data, r->body.len);
    seal_put(out, from);
}

static bool get_counts(struct piece_result *r, const uint8_t **at, const uint8_t *end) {
    uint64_t *const counts[] = {&r->paths, &r->partial, &r->instructions, &r->findings, &r->tests, &r->milliseconds};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        if (!get_var(at, end, counts[i])) return false;
    return true;
}

static bool get_children(struct piece_result *r, const uint8_t **at, const uint8_t *end) {
    uint32_t n;
    if (!get_number(at, end, PIECE_MOST_CHILDREN, &n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        struct piece child;
        if (!piece_read(&child, at, end)) return false;
        vec_push(&r->children, child);
    }
    return true;
}

static bool get_rests(struct piece_result *r, const uint8_t **at, const uint8_t *end) {
    uint32_t n;
    uint64_t attempt;
    if (!get_u64(at, end, &r->attempt) || !get_number(at, end, PIECE_MOST_RESTS, &n)) return false;
    for (uint32_t i = 0; i < n; i++) {
        if (!get_u64(at, end, &attempt)) return false;
        vec_push(&r->rests, attempt);
    }
    return true;
}

static bool get_name(struct piece_result *r, const uint8_t **at, const uint8_t *end) {
    char *name = get_text(at, end, PIECE_NAME);
    bool ok = name && piece_is_name(name);
    if (ok) memcpy(r->name, name, PIECE_NAME + 1);
    mem_free(name);
    return ok;
}

bool result_read(struct piece_result *r, const uint8_t *at, const uint8_t *end) {
    uint32_t version, exhausted;
    memset(r, 0, sizeof *r);
    bool ok = seal_get(at, &end) && get_number(&at, end, VERSION, &version) && version == VERSION &&
              get_name(r, &at, end) && get_number(&at, end, 1, &exhausted) &&
              get_number(&at, end, UINT32_MAX, &r->gaps) && get_counts(r, &at, end) && get_children(r, &at, end) &&
              get_rests(r, &at, end) && get_bytes(&at, end, &r->body) && at == end;
    if (ok) r->exhausted = exhausted;
    else result_release(r);
    return ok;
}

/* ---- notes ------------------------------------------------------------------------------------------ */

bool note_write(vec_u8 *out, uint64_t job, const uint8_t *text, uint32_t n) {
    uint32_t from = out->len;
    if (n > NOTE_MOST_BYTES) return false;
    put_var(out, NOTE_VERSION);
    put_u64(out, job);
    put_bytes(out, text, n);
    seal_put(out, from);
    return true;
}

bool note_read(const uint8_t *at, const uint8_t *end, uint64_t job, const uint8_t **from, const uint8_t **to) {
    uint64_t version, of, n;
    if (!seal_get(at, &end) || !get_var(&at, end, &version) || version != NOTE_VERSION || !get_u64(&at, end, &of) ||
        of != job)
        return false;
    if (!get_u64(&at, end, &n) || n > NOTE_MOST_BYTES || n != (uint64_t)(end - at)) return false;
    *from = at;
    *to = end;
    return true;
}
