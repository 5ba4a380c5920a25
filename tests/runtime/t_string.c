/* string.h and strings.h */
#include "common.h"
#include <strings.h>
#include <ctype.h>

static const char *set = "abAB01. z\xe9";

static long at(const void *p, const void *base) {
    return p ? (long)((const char *)p - (const char *)base) : -1;
}

static void searches(const char *a, const char *b, int c, size_t n) {
    size_t la = strlen(a);
    printf("%d %d %d %d %d ", sign(strcmp(a, b)), sign(strncmp(a, b, n)), sign(strcasecmp(a, b)),
           sign(strncasecmp(a, b, n)), sign(strcoll(a, b)));
    printf("%ld %ld %ld %ld %ld ", at(strchr(a, c), a), at(strrchr(a, c), a),
           at(strchrnul(a, c), a), at(index(a, c), a), at(rindex(a, c), a));
    printf("%ld %ld %ld ", at(memchr(a, c, n < la ? n : la + 1), a), at(memrchr(a, c, la), a),
           at(memmem(a, la, b, strlen(b)), a));
    printf("%ld %ld %ld ", at(strstr(a, b), a), at(strcasestr(a, b), a), at(strpbrk(a, b), a));
    printf("%zu %zu %zu %d %d\n", strspn(a, b), strcspn(a, b), strnlen(a, n),
           sign(strverscmp(a, b)), sign(bcmp(a, b, la < strlen(b) ? la : strlen(b))));
}

static void copies(const char *a, const char *b, size_t n) {
    char d[200];
    memset(d, '#', sizeof d);
    strcpy(d, a);
    show(d, 40);
    strcat(d, b);
    show(d, 60);
    strncat(d, a, n);
    show(d, 80);
    strncpy(d + 10, b, n);
    show(d, 80);
    printf("%ld ", at(stpcpy(d, b), d));
    printf("%ld ", at(stpncpy(d, a, n), d));
    show(d, 80);
    printf("%ld ", at(memccpy(d, a, 'b', strlen(a)), d));
    show(d, 30);
    printf("%ld ", at(mempcpy(d, a, strlen(a)), d));
    memmove(d + 3, d, 50);
    show(d, 60);
    memmove(d, d + 3, 50);
    show(d, 60);
    bcopy(d, d + 1, 20);
    bzero(d + 5, n);
    show(d, 40);
    swab(a, d, (ssize_t)strlen(a));
    show(d, strlen(a) & ~1u);
    memfrob(d, 10);
    show(d, 10);
    printf(" %zu", strxfrm(d, a, n < 30 ? n : 30));
    show(d, strlen(a) < n ? strlen(a) + 1 : 0);
    char *p = strdup(a), *q = strndup(b, n);
    printf(" %s %s\n", p, q);
    free(p);
    free(q);
}

static void tokens(const char *a, const char *b) {
    char x[100], *save, *p;
    strcpy(x, a);
    for (p = strtok(x, b); p; p = strtok(NULL, b)) printf("<%s>", p);
    strcpy(x, a);
    for (p = strtok_r(x, b, &save); p; p = strtok_r(NULL, b, &save)) printf("{%s}", p);
    strcpy(x, a);
    for (char *r = x; (p = strsep(&r, b));) printf("(%s)", p);
    puts("");
}

int main(void) {
    static const char *versions[] = {
        "000",   "00",     "01",       "010",        "09",      "0",       "1",     "9",
        "10",    "foo",    "foo0",     "foo00",      "foo01",   "foo1",    "a1b",   "a1",
        "a01b",  "a001",   "1.01",     "1.1",        "1.0",     "1.00",    "1.010", "1.09",
        "1a",    "1.2.3",  "1.2.10",   "",           "00a",     "0a",      "0b1",   "0001",
        "1.001", "alpha1", "alpha001", "part1_f012", "item#99", "item#100"};
    for (size_t i = 0; i < COUNT(versions); i++)
        for (size_t j = 0; j < COUNT(versions); j++)
            printf("%d,", sign(strverscmp(versions[i], versions[j])));
    puts("");
    for (int i = 0; i < 3000; i++) {
        char a[30], b[30];
        random_text(a, 25, set);
        random_text(b, chance(60) ? 4 : 20, set);
        if (chance(10)) strcpy(b, a);
        searches(a, b, (unsigned char)(chance(10) ? 0 : pick_char(set)), pick(12));
        if (i % 4 == 0) copies(a, b, pick(20));
        tokens(a, *b ? b : "a");
    }
    for (int i = 0; i < 300; i++) {
        char a[12], b[12];
        random_text(a, 8, "0019a.");
        random_text(b, 8, "0019a.");
        printf("%s %s %d\n", a, b, sign(strverscmp(a, b)));
    }
    for (int i = 0; i < 200; i++) {
        long long v = odd_integer();
        printf("%d %d %d ", ffs((int)v), ffsl((long)v), ffsll(v));
    }
    printf("%s %d\n", (char *)rawmemchr("hello", 'l'),
           (int)at(memmem("abc", 3, "", 0), "abc") >= 0);
    return 0;
}
