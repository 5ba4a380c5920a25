/* string.h, the mem half, and the BSD names of strings.h. memcpy, memmove, memset, memcmp and
 * strlen are the engine's. */
#include "rt.h"

#include <string.h>
#include <strings.h>
#include <unistd.h>

int rt_memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *p = a, *q = b;
    for (size_t i = 0; i < n; i++)
        if (p[i] != q[i]) return p[i] < q[i] ? -1 : 1;
    return 0;
}

static void *find_byte(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    for (size_t i = 0; i < n; i++)
        if (p[i] == (unsigned char)c) return (void *)(p + i);
    return NULL;
}

void *memchr(const void *s, int c, size_t n) { return find_byte(s, c, n); }

void *memrchr(const void *s, int c, size_t n) {
    const unsigned char *p = s;
    while (n > 0)
        if (p[--n] == (unsigned char)c) return (void *)(p + n);
    return NULL;
}

void *rawmemchr(const void *s, int c) {
    const unsigned char *p = s;
    while (*p != (unsigned char)c) p++;
    return (void *)p;
}

void *memccpy(void *restrict d, const void *restrict s, int c, size_t n) {
    const unsigned char *hit = find_byte(s, c, n);
    size_t len = hit ? (size_t)(hit - (const unsigned char *)s) + 1 : n;
    rt_memcpy(d, s, len);
    return hit ? (char *)d + len : NULL;
}

void *mempcpy(void *restrict d, const void *restrict s, size_t n) {
    rt_memcpy(d, s, n);
    return (char *)d + n;
}

void *__mempcpy(void *restrict d, const void *restrict s, size_t n) {
    rt_memcpy(d, s, n);
    return (char *)d + n;
}

void *memmem(const void *hay, size_t hay_len, const void *needle, size_t len) {
    const char *p = hay;
    for (size_t i = 0; i + len <= hay_len && i <= hay_len; i++)
        if (rt_memcmp(p + i, needle, len) == 0) return (void *)(p + i);
    return NULL;
}

void *memfrob(void *s, size_t n) {
    char *p = s;
    for (size_t i = 0; i < n; i++) p[i] ^= 42;
    return s;
}

void swab(const void *restrict from, void *restrict to, ssize_t n) {
    const char *p = from;
    char *q = to;
    for (ssize_t i = 0; i + 1 < n; i += 2) {
        char first = p[i];
        q[i] = p[i + 1];
        q[i + 1] = first;
    }
}

void bcopy(const void *s, void *d, size_t n) { rt_memmove(d, s, n); }
void bzero(void *s, size_t n) { rt_memset(s, 0, n); }
void explicit_bzero(void *s, size_t n) { rt_memset(s, 0, n); }
int bcmp(const void *a, const void *b, size_t n) { return rt_memcmp(a, b, n); }

static int first_bit(unsigned long long v) {
    for (int i = 1; v; i++, v >>= 1)
        if (v & 1) return i;
    return 0;
}

int ffs(int v) { return first_bit((unsigned)v); }
int ffsl(long v) { return first_bit((unsigned long)v); }
int ffsll(long long v) { return first_bit((unsigned long long)v); }
