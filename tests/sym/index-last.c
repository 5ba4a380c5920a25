// RUN: %unsafe %s | %check %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=explore -DHEAP %s
// RUN: %unsafe --engine=explore -DROWS -m32 %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DHEAP -DFIXED %s
// RUN: %safe --engine=explore -DROWS -DFIXED %s
// RUN: %safe --engine=explore -DFLEXIBLE='' %s
// RUN: %safe --engine=explore -DFLEXIBLE=0 %s
// RUN: %safe --engine=explore -DFLEXIBLE=1 -m32 %s
// The last array of a struct ends where it is declared to, unless its length is none, 0 or 1: then it is one of any length.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
#ifdef FIXED
#define MOST 3
#else
#define MOST 4
#endif
struct some { int n, d[4]; };
struct rows { int n, d[4][2]; };

int main(void) {
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > MOST) return 0;
#if defined FLEXIBLE
    struct any { int n, d[FLEXIBLE]; } *p = malloc(sizeof *p + 5 * sizeof(int));
    if (!p) return 0;
    p->d[k] = 1;
    free(p);
    return 0;
#elif defined HEAP
    struct some *p = malloc(2 * sizeof *p);
    if (!p) return 0;
    p->d[k] = 1;
    free(p);
    return 0;
#elif defined ROWS
    static struct rows a[2];
    return a[0].d[k][1];
#else
    static struct some a[2];
    return a[0].d[k]; // CHECK: index-last.c:[[#@LINE]]:{{.*}}[index-out-of-range]
#endif
}
