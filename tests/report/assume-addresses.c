// Where objects lie is left open by C. A proof that rests on where they lie here says so, with the
// place; programs that only walk through objects, test for null, ask for the alignment that they
// have, or tag pointers rest on nothing.
// RUN: %safe -DREUSED %s | %check %s --check-prefix DEAD
// RUN: %safe -DREUSED --engine=interpolate %s | %check %s --check-prefix DEAD
// RUN: %safe -DREUSED --engine=cdse %s | %check %s --check-prefix DEAD
// RUN: %safe -DREUSED --engine=dash %s | %check %s --check-prefix DEAD
// RUN: %safe -DREUSED --engine=bmc %s | %check %s --check-prefix DEAD
// RUN: %safe -DREUSED --engine=concolic %s | %check %s --check-prefix DEAD
// RUN: %safe -DMOVED %s | %check %s --check-prefix DEAD
// RUN: %safe -DSCOPE %s | %check %s --check-prefix DEAD
// DEAD: assuming that no object reuses the address of a dead one: a pointer to it is compared ({{.*}}assume-addresses.c:{{[0-9]+}})
// RUN: %safe -DORDER %s | %check %s --check-prefix ORDER
// RUN: %safe -DORDER --engine=interpolate %s | %check %s --check-prefix ORDER
// RUN: %safe -DORDER --engine=cdse %s | %check %s --check-prefix ORDER
// RUN: %safe -DORDER --engine=dash %s | %check %s --check-prefix ORDER
// RUN: %safe -DORDER --engine=bmc %s | %check %s --check-prefix ORDER
// RUN: %safe -DORDER -m32 %s | %check %s --check-prefix ORDER
// ORDER: assuming that objects lie in the order that shrike chose: pointers into different ones are compared ({{.*}}assume-addresses.c:{{[0-9]+}})
// RUN: %safe -DDISTANCE %s | %check %s --check-prefix DISTANCE
// DISTANCE: assuming that objects lie as far apart as shrike placed them
// RUN: %safe -DEND %s | %check %s --check-prefix END
// END: assuming that no object directly follows another
// RUN: %safe -DHASH %s | %check %s --check-prefix NUMBER
// RUN: %safe -DHASH -m32 %s | %check %s --check-prefix NUMBER
// RUN: %safe -DPASSED %s | %check %s --check-prefix NUMBER
// RUN: %safe -DPRINTED %s | %check %s --check-prefix NUMBER
// RUN: %safe -DGLOBAL %s | %check %s --check-prefix NUMBER
// NUMBER: assuming that addresses have the values that shrike chose: one is used as a number ({{.*}}assume-addresses.c:{{[0-9]+}})
// RUN: %unknown -DALIGNED %s 2>&1 | %check %s --check-prefix ALIGNED
// ALIGNED: the program used low bits of an address
// RUN: %safe --engine=explore %s | %check %s --check-prefix NOTHING
// RUN: %safe --engine=explore -m32 %s | %check %s --check-prefix NOTHING
// RUN: %safe --engine=interpolate %s | %check %s --check-prefix NOTHING
// RUN: %safe --engine=cdse %s | %check %s --check-prefix NOTHING
// NOTHING-NOT: {{assuming that (no object|objects|addresses)}}
// NOTHING: executing
#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

#if defined REUSED
int main(void) {
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    if (p == q) assert(0);
    free(q);
    return 0;
}
#elif defined MOVED
int main(void) {
    char *p = malloc(4), *q = realloc(p, 8);
    if (q == p) assert(0);
    free(q);
    return 0;
}
#elif defined SCOPE
int *kept;
static __attribute__((noinline)) void keep(void) {
    int x = 1;
    kept = &x;
}
static __attribute__((noinline)) int is_kept(void) {
    int y = 2, *p = &y;
    return kept == p;
}
int main(void) {
    keep();
    assert(!is_kept());
    return 0;
}
#elif defined ORDER
int a, b;
int main(void) {
    int *p = &a, *q = &b, n = __VERIFIER_nondet_int();
    if (n) q = &a;
    if (p < q) return 0;
    if (n) return 0;
    assert(0);
}
#elif defined DISTANCE
int a, b;
int main(void) {
    int *volatile p = &a, *volatile q = &b;
    assert(q - p != 1);
    return 0;
}
#elif defined END
int main(void) {
    int a[4], b[4], *end = a + 4;
    assert(end != b);
    return 0;
}
#elif defined HASH
int main(void) {
    char *p = malloc(8);
    unsigned h = (unsigned)((uintptr_t)p >> 4) % 64;
    if (h == 64 - 1) return 1;
    free(p);
    return 0;
}
#elif defined PASSED
static __attribute__((noinline)) unsigned hash(uintptr_t n) {
    return (unsigned)n * 31;
}
int main(void) {
    int x;
    return hash((uintptr_t)&x) == 7;
}
#elif defined PRINTED
int main(void) {
    char text[40];
    int x;
    snprintf(text, sizeof text, "%p", (void *)&x);
    return text[3] == '7';
}
#elif defined GLOBAL
static int x;
int main(void) {
    return ((uintptr_t)&x >> 3) % 7 == 3 ? x : 0;
}
#elif defined ALIGNED
int main(void) {
    char text[8] = "";
    if ((uintptr_t)text & 7) assert(0);
    return text[0];
}
#else
struct node {
    struct node *next;
    int value;
};
static int sum(const char *p, const char *end) {
    int s = 0;
    while (p < end) s += *p++;
    return s;
}
int main(void) {
    char text[4], *end = text + 4;
    int n = __VERIFIER_nondet_int();
    for (char *p = text; p != end; p++) *p = 1;
    struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
    if (!first || !second || first == second) return 1;
    *first = (struct node){second, n};
    *second = (struct node){NULL, 2};
    for (struct node *at = first; at; at = at->next)
        if (at == second && at->value != 2) assert(0);
    uintptr_t tagged = (uintptr_t)first | 1;
    if (((uintptr_t)first & 15) || (uintptr_t)first == 0) assert(0);
    struct node *again = (struct node *)(tagged & ~(uintptr_t)1);
    uintptr_t both = (uintptr_t)first ^ (uintptr_t)second;
    again = (struct node *)(both ^ (uintptr_t)second);
    assert(again->value == n && end - text == 4 && sum(text, end) == 4);
    memmove(text + 1, text, 3);
    free(first);
    free(second);
    return 0;
}
#endif
