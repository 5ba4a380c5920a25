/* stdlib.h and search.h: the order of calls counts, not only the result */
#include "common.h"
#include <search.h>

struct item {
    int key, serial;
    char pad[40];
};
static unsigned calls, digest;

static int by_key(const void *a, const void *b) {
    const struct item *x = a, *y = b;
    calls++;
    digest = digest * 31 + (unsigned)x->serial * 7 + (unsigned)y->serial;
    return x->key < y->key ? -1 : x->key > y->key;
}
static int by_int(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    calls++;
    digest = digest * 31 + (unsigned)(x - y);
    return x < y ? -1 : x > y;
}
static int crazy(const void *a, const void *b) {
    calls++;
    return (int)(*(const unsigned char *)a * 37u % 7u) - 3 + (*(const unsigned char *)b & 1);
}
static int by_arg(const void *a, const void *b, void *arg) { return *(int *)arg * by_int(a, b); }
static int by_text(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

int main(void) {
    for (int round = 0; round < 150; round++) {
        struct item v[60];
        int w[200];
        unsigned char c[100];
        unsigned n = pick(60), m = pick(200), range = 1 + pick(30);
        for (unsigned i = 0; i < n; i++) v[i] = (struct item){(int)pick(range), (int)i, ""};
        for (unsigned i = 0; i < m; i++) w[i] = (int)pick(1000) - 500;
        for (unsigned i = 0; i < 100; i++) c[i] = (unsigned char)pick(256);
        calls = digest = 0;
        qsort(v, n, sizeof *v, by_key);
        for (unsigned i = 0; i < n; i++) printf("%d:%d ", v[i].key, v[i].serial);
        printf("| %u %u\n", calls, digest);
        qsort(c, 100, 1, crazy);
        for (int i = 0; i < 100; i++) printf("%d ", c[i]);
        int direction = chance(50) ? 1 : -1;
        qsort_r(w, m, sizeof *w, by_arg, &direction);
        for (unsigned i = 0; i < m; i++) printf("%d ", w[i]);
        qsort(w, m, sizeof *w, by_int);
        int key = (int)pick(1000) - 500, *hit = bsearch(&key, w, m, sizeof *w, by_int);
        printf("| %d %u %u\n", hit ? (int)(hit - w) : -1, calls, digest);
        size_t k = m;
        hit = lfind(&key, w, &k, sizeof *w, by_int);
        printf("%d ", hit ? (int)(hit - w) : -1);
        if (m < 199) {
            hit = lsearch(&key, w, &k, sizeof *w, by_int);
            printf("%d %zu", (int)(hit - w), k);
        }
        puts("");
    }
    const char *words[] = {"pear", "apple", "fig", "apple", "kiwi", "", "z"};
    qsort(words, COUNT(words), sizeof *words, by_text);
    for (size_t i = 0; i < COUNT(words); i++) printf("%s ", words[i]);
    puts("");
    return 0;
}
