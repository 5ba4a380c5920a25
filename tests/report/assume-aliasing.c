// Compilers may take it that objects are accessed by their own types. A proof that rests on bytes says so.
// RUN: %safe -DPOINTERS %s | %check %s --check-prefix POINTERS
// RUN: %safe -DMEMBERS %s | %check %s --check-prefix MEMBERS
// RUN: %safe -DHEAP %s | %check %s --check-prefix HEAP
// RUN: %safe -DCALLBACK %s | %check %s --check-prefix CALLBACK
// RUN: %safe --once -DPOINTERS -fno-strict-aliasing %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DUNION %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DCOPY %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DCHARACTERS %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DSTRUCTS %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DVARIABLE %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DPADDING %s | %check %s --check-prefix PADDING
// RUN: %safe -DFULL %s | %check %s --check-prefix NOTHING --allow-empty
// RUN: %safe -DUNSEEN %s | %check %s --check-prefix NOTHING --allow-empty
// PADDING: assuming that padding is copied with its structure (assume-aliasing.c:{{[0-9]+}})
// NOTHING-NOT: assuming that {{memory may be|padding}}
#include <assert.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

#ifdef POINTERS
static int both(int *i, float *f) {
    *i = 1;
    *f = 0; // POINTERS: memory may be accessed by any type, as with -fno-strict-aliasing (assume-aliasing.c:[[@LINE]])
    return *i;
}

int main(void) {
    int x;
    assert(both(&x, (float *)&x) == 0);
    return 0;
}
#elif defined MEMBERS
struct a { int x; };
struct b { int y; };

static int both(struct a *a, struct b *b) {
    a->x = 1;
    b->y = 2; // MEMBERS: memory may be accessed by any type, as with -fno-strict-aliasing (assume-aliasing.c:[[@LINE]])
    return a->x;
}

int main(void) {
    struct a a;
    assert(both(&a, (struct b *)(void *)&a) == 2);
    return 0;
}
#elif defined HEAP
int main(void) {
    void *p = malloc(8);
    if (!p) return 0;
    *(long *)p = 0;
    *(short *)p = 1; // HEAP: memory may be accessed by any type, as with -fno-strict-aliasing (assume-aliasing.c:[[@LINE]])
    assert(*(long *)p == 1);
    free(p);
    return 0;
}
#elif defined CALLBACK
static int before(const void *a, const void *b) {
    return *(const unsigned short *)a - *(const unsigned short *)b; // CALLBACK: memory may be accessed by any type, as with -fno-strict-aliasing (assume-aliasing.c:{{[0-9]+}})
}

int main(void) {
    int all[2] = {2, 1};
    qsort(all, 2, sizeof *all, before);
    assert(all[0] == 1);
    return 0;
}
#elif defined UNION
int main(void) {
    union { float f; int i; } u;
    u.f = 0;
    assert(u.i == 0);
    return 0;
}
#elif defined COPY
int main(void) {
    float f = 0;
    int i;
    memcpy(&i, &f, sizeof i);
    assert(i == 0);
    return 0;
}
#elif defined CHARACTERS
int main(void) {
    int i = 1;
    assert(*(unsigned char *)&i == 1);
    return 0;
}
#elif defined STRUCTS
struct inner { int x; double d; };
struct outer { char c; struct inner in; float list[3]; struct outer *next; };

static double sum(struct outer *o, const float *f, int *x) {
    double all = o->in.d + *x;
    for (int i = 0; i < 3; i++) all += f[i];
    return all;
}

int main(void) {
    struct outer o = {'c', {1, 2}, {1, 2, 3}, 0}, copy = o;
    struct outer *p = malloc(sizeof *p);
    if (p) *p = o;
    assert(sum(&copy, o.list, &o.in.x) == 9);
    free(p);
    return 0;
}
#elif defined VARIABLE
static double sum(int n, ...) {
    va_list args;
    double all = 0;
    va_start(args, n);
    for (int i = 0; i < n; i++) all += va_arg(args, int) + va_arg(args, double);
    va_end(args);
    return all;
}

int main(void) {
    assert(sum(2, 1, 2.0, 3, 4.0) == 10);
    return 0;
}
#else
struct pair {
#ifdef FULL
    int c;
#else
    char c;
#endif
    int i;
};

int main(void) {
    struct pair a, b;
    memset(&a, 1, sizeof a);
    a.c = 2;
    a.i = __VERIFIER_nondet_int();
    b = a;
#ifdef UNSEEN
    assert(b.i == a.i && b.c == 2);
#else
    assert(memcmp(&a, &b, sizeof a) == 0);
#endif
    return 0;
}
#endif
