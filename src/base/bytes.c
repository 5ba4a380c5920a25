#include "base/bytes.h"

#include <string.h>

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
