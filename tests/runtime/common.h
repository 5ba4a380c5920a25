/* What the test programs share: they print, and the two builds of each must print the same. */
#ifndef TESTS_RUNTIME_COMMON_H
#define TESTS_RUNTIME_COMMON_H

#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

/* Seeded, and not the library's. */
#ifndef SEED
#define SEED 88172645463325252u
#endif
static uint64_t seed = SEED;

static uint64_t next_word(void) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static unsigned pick(unsigned n) { return (unsigned)(next_word() >> 33) % n; }
static int chance(unsigned percent) { return pick(100) < percent; }

/* Integers that tests are made of: small, huge, near powers of two. */
static int64_t odd_integer(void) {
    int64_t v = (int64_t)next_word();
    switch (pick(5)) {
    case 0: return (int64_t)pick(20) - 10;
    case 1: return v;
    case 2: return (int64_t)(((uint64_t)1 << pick(64)) - pick(3));
    case 3: return (int64_t)(0 - (((uint64_t)1 << pick(63)) + pick(3)));
    default: return v >> pick(64);
    }
}

static char pick_char(const char *set) { return set[pick((unsigned)strlen(set))]; }

static void random_text(char *s, unsigned max, const char *set) {
    unsigned n = pick(max);
    for (unsigned i = 0; i < n; i++) s[i] = pick_char(set);
    s[n] = 0;
}

static int sign(int v) { return (v > 0) - (v < 0); }

/* Bytes readable on one line. */
static void show(const char *s, size_t n) {
    putchar('[');
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)s[i];
        if (c >= 32 && c < 127 && c != '\\')
            putchar(c);
        else
            printf("\\%02x", c);
    }
    putchar(']');
}

#endif
