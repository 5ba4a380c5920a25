#include "base/bytes.h"

#include <string.h>

#include "base/mem.h"

void copy_bytes(vec_u8 *to, const vec_u8 *from) {
    vec_resize(to, from->len);
    if (from->len) memcpy(to->data, from->data, from->len);
}

void put_u64(vec_u8 *out, uint64_t v) {
    for (int i = 0; i < 8; i++) vec_push(out, (uint8_t)(v >> (8 * i)));
}

void put_bytes(vec_u8 *out, const uint8_t *data, uint64_t n) {
    put_u64(out, n);
    if (!n) return;
    uint32_t at = out->len;
    vec_resize(out, at + n);
    memcpy(out->data + at, data, n);
}

bool get_u64(const uint8_t **p, const uint8_t *end, uint64_t *v) {
    if (end - *p < 8) return false;
    *v = 0;
    for (int i = 0; i < 8; i++) *v |= (uint64_t)(*p)[i] << (8 * i);
    *p += 8;
    return true;
}

bool get_bytes(const uint8_t **p, const uint8_t *end, vec_u8 *out) {
    uint64_t n;
    if (!get_u64(p, end, &n) || n > (uint64_t)(end - *p)) return false;
    vec_resize(out, n);
    if (n) memcpy(out->data, *p, n);
    *p += n;
    return true;
}

void put_var(vec_u8 *out, uint64_t v) {
    for (; v >= 128; v >>= 7) vec_push(out, (uint8_t)(v | 128));
    vec_push(out, (uint8_t)v);
}

bool get_var(const uint8_t **p, const uint8_t *end, uint64_t *v) {
    *v = 0;
    for (uint32_t shift = 0; shift < 64 && *p < end; shift += 7) {
        uint8_t byte = *(*p)++;
        if (shift == 63 && byte > 1) return false;
        *v |= (uint64_t)(byte & 127) << shift;
        if (byte < 128) return true;
    }
    return false;
}

void put_text(vec_u8 *out, const char *text) {
    size_t n = strlen(text);
    put_var(out, n);
    for (size_t i = 0; i < n; i++) vec_push(out, (uint8_t)text[i]);
}

char *get_text(const uint8_t **p, const uint8_t *end, uint32_t most) {
    uint64_t n;
    if (!get_var(p, end, &n) || n > most || n > (uint64_t)(end - *p) || (n && memchr(*p, 0, n))) return NULL;
    char *text = mem_alloc(n + 1);
    if (n) memcpy(text, *p, n);
    text[n] = '\0';
    *p += n;
    return text;
}
