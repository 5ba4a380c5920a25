#include "base/hash.h"

#include <string.h>

uint64_t hash_bytes(const void *data, size_t len) {
    const unsigned char *p = data;
    uint64_t h = len;
    for (; len >= 8; p += 8, len -= 8) {
        uint64_t word;
        memcpy(&word, p, 8);
        h = hash_mix(h, word);
    }
    uint64_t tail = 0;
    if (len) memcpy(&tail, p, len);
    return hash_mix(h, tail);
}

uint64_t hash_str(const char *text) { return hash_bytes(text, strlen(text)); }
