// RUN: %unsafe --check=align --engine=explore -DCOPY %s
// RUN: %unsafe --check=align --engine=explore -DPASSED %s
// RUN: %unsafe --check=align --engine=explore -DATOMIC %s
// RUN: %unsafe --check=align --engine=explore -DMEMBER %s
// RUN: %unsafe --check=align --engine=explore -DPROMISE %s
// RUN: %safe --check=align --engine=explore -DCOPY -DFIXED %s
// RUN: %safe --check=align --engine=explore -DPASSED -DFIXED %s
// RUN: %safe --check=align --engine=explore -DATOMIC -DFIXED %s
// RUN: %safe --check=align --engine=explore -DMEMBER -DFIXED %s
// RUN: %safe --check=align --engine=explore -DPROMISE -DFIXED %s
// RUN: %unknown --check=align --engine=explore -DLUCK %s 2>&1 | %check %s --check-prefix=LUCK
// RUN: %safe --check=align --engine=explore -DTAKEN %s 2>&1 | %check %s --check-prefix=TAKEN
// Copies of structs, atomic operations, members without a load, promises. What only holds because a variable lies well,
// or because clang knows that it may not, is a premise.
#include <stdatomic.h>
struct five { int a[5]; };
struct part { int n; char c[4]; };
static _Alignas(16) char room[64];
#ifdef FIXED
enum { AT = 4 };
#else
enum { AT = 1 };
#endif

static int first(struct five x) { return x.a[0]; }

int main(void) {
#if defined COPY
    struct five *p = (struct five *)(room + AT), t = *p;
    return t.a[0];
#elif defined PASSED
    struct five *p = (struct five *)(room + AT);
    return first(*p);
#elif defined ATOMIC
    _Atomic int *p = (_Atomic int *)(room + AT);
    (*p)++;
#elif defined MEMBER
    struct part *p = (struct part *)(room + AT);
    return p->c[1];
#elif defined PROMISE
    int *p = __builtin_assume_aligned(room + (AT == 4 ? 16 : 4), 16);
    return *p - *p;
#elif defined LUCK
    // LUCK: the program used low bits of an address beyond the alignment of its object
    char few[8] = {0};
    int *p = (int *)few;
    return *p;
#elif defined TAKEN
    // TAKEN: assuming that where clang gives a variable less alignment
    char few[8] = {0};
    return *(int *)few;
#endif
    (void)first;
    return 0;
}
