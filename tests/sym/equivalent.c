// RUN: %safe %s
// RUN: %safe -m32 %s
/* Every function agrees with the loop that says what it means, for all strings. */
#include <assert.h>
#include <klee/klee.h>
#include <string.h>

enum { N = 3 };

static size_t my_strnlen(const char *s, size_t n) {
    size_t i = 0;
    while (i < n && s[i]) i++;
    return i;
}

static int my_strncmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
        if (!a[i]) return 0;
    }
    return 0;
}

static int my_memcmp(const char *a, const char *b, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (a[i] != b[i]) return (unsigned char)a[i] < (unsigned char)b[i] ? -1 : 1;
    return 0;
}

static char *my_memchr(char *s, char c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return s + i;
    return 0;
}

static char *my_strchr(char *s, char c, int last) {
    char *hit = 0;
    for (;; s++) {
        if (*s == c && (last || !hit)) hit = s;
        if (!*s) return hit;
    }
}

static void my_strncpy(char *d, const char *s, size_t n) {
    size_t i = 0;
    for (; i < n && s[i]; i++) d[i] = s[i];
    for (; i < n; i++) d[i] = 0;
}

static void my_strncat(char *d, const char *s, size_t n) {
    d += my_strnlen(d, 100);
    for (; n && *s; n--) *d++ = *s++;
    *d = 0;
}

static int sign(int v) { return (v > 0) - (v < 0); }

int main(void) {
    char a[N + 1], b[N + 1], c = (char)klee_int("c"), d[2 * N + 2], e[2 * N + 2];
    klee_make_symbolic(a, N, "a");
    klee_make_symbolic(b, N, "b");
    a[N] = b[N] = 0;
    size_t n = (size_t)klee_int("n");
    klee_assume(n <= N);
    memset(d, '#', sizeof d);
    memset(e, '#', sizeof e);
    switch (klee_int("which")) {
    case 0: assert(strlen(a) == my_strnlen(a, 100)); break;
    case 1: assert(strnlen(a, n) == my_strnlen(a, n)); break;
    case 2: assert(sign(strcmp(a, b)) == my_strncmp(a, b, 100)); break;
    case 3: assert(sign(strncmp(a, b, n)) == my_strncmp(a, b, n)); break;
    case 4: assert(sign(memcmp(a, b, n)) == my_memcmp(a, b, n)); break;
    case 5: assert(memchr(a, c, n) == my_memchr(a, c, n)); break;
    case 6: assert(strchr(a, c) == my_strchr(a, c, 0)); break;
    case 7: assert(strrchr(a, c) == my_strchr(a, c, 1)); break;
    case 8:
        strncpy(d, a, n);
        my_strncpy(e, a, n);
        break;
    case 9:
        strcpy(d, a);
        strncat(d, b, n);
        my_strncpy(e, a, my_strnlen(a, N) + 1);
        my_strncat(e, b, n);
        break;
    case 10:
        strcpy(d, a);
        strcat(d, b);
        my_strncpy(e, a, my_strnlen(a, N) + 1);
        my_strncat(e, b, 100);
        break;
    case 11:
        assert(stpcpy(d, a) == d + strlen(a));
        my_strncpy(e, a, my_strnlen(a, N) + 1);
        break;
    case 12:
        strncpy(d + n, a, N);
        my_strncpy(e + n, a, N);
        break;
    default: break;
    }
    assert(my_memcmp(d, e, sizeof d) == 0);
    return 0;
}
