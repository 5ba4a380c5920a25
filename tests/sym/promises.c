// RUN: %safe -DV=0 %s | %check --check-prefix=NONE %s
// RUN: %safe -DV=1 %s | %check --check-prefix=CONST %s
// RUN: %safe -DV=2 %s | %check --check-prefix=CONST %s
// RUN: %safe -DV=3 %s | %check --check-prefix=ARRAY %s
// RUN: %safe -DV=4 %s | %check --check-prefix=STRUCT %s
// RUN: %safe -DV=5 %s | %check --check-prefix=TEXT %s
// RUN: %safe -DV=6 %s | %check --check-prefix=RESTRICT %s
// RUN: %safe -DV=1 --engine=dash %s | %check --check-prefix=CONST %s
// RUN: %safe -DV=6 --engine=bmc %s | %check --check-prefix=RESTRICT %s
// RUN: %safe -DV=7 %s | %check --check-prefix=NULLTEXT %s
// REQUIRES: shrike
// What is promised and not looked after is said, where it may be broken.
#include <stdio.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct pair { int a, b; };

static struct pair make(int n) {
    struct pair x = {n, 2};
    return x;
}

static int sum(const int *p, int n) {
    int t = 0;
    for (int i = 0; i < n; i++) t ^= p[i];
    return t;
}

static void put(const int *p) { *(int *)p = 3; }

static int both(int *restrict a, int *b) {
    *a = 1;
    *b = 2;
    return *a;
}

static int look(const int x, const char *text) {
    const struct pair y = make(x);
    const int t[3] = {x, 2, 3};
    const char u[] = "abc";
    int r = t[x & 1] ^ y.a ^ sum(t, 3) ^ (int)strlen(u) ^ (strchr(u, 'c') == text);
#if V == 3
    int *p = (int *)&t[1];
    *p = 3;
#elif V == 4
    memset((void *)&y, 0, 4);
#elif V == 5
    *strchr(u, 'b') = 'x';
#endif
    return r;
}

int main(void) {
    const int x = __VERIFIER_nondet_int();
    const int *const p = &x;
    int r = look(*p, "abc"), a = 0, b = 0;
#if V == 1
    put(p);
#elif V == 2
    *(int *)&x = 2;
#elif V == 6
    r += both(&a, &b) & 1;
#elif V == 7
    printf("%s\n", x == 7 ? (char *)0 : "");
#endif
    return (r & 1) + a + b;
}
// NONE-NOT: {{const|restrict|null}}
// CONST: assuming that a local object declared const is not written to (promises.c:56)
// ARRAY: assuming that a local object declared const is not written to (promises.c:41)
// STRUCT: assuming that a local object declared const is not written to (promises.c:40)
// TEXT: assuming that a local object declared const is not written to (promises.c:42)
// RESTRICT: assuming that memory behind a pointer declared restrict is accessed only through it (promises.c:33)
// NULLTEXT: assuming that printf prints a string that is NULL as (null), as in glibc (promises.c:66)
