// A block of some gigabytes is there and costs no memory; where we have no room, the
// verdict says so; no machine gives more than half of the address space.
// RUN: %unsafe --max-memory 500 %s | %check %s
// RUN: %unsafe --max-memory 500 -DHOW='calloc(3,1000000000)' --engine=explore %s | %check %s
// RUN: %unsafe --max-memory 500 -DHOW='realloc(malloc(5),3000000000UL)' --engine=explore %s | %check %s
// RUN: %unsafe --max-memory 500 -DHOW='aligned_alloc(64,3000000000UL)' --engine=explore %s | %check %s
// RUN: %unsafe --max-memory 500 --engine=interpolate %s | %check %s
// RUN: %unsafe --max-memory 500 --engine=cdse %s | %check %s
// RUN: %unsafe --max-memory 500 --engine=bmc %s | %check %s
// RUN: %unsafe --max-memory 500 --engine=dash %s | %check %s
// RUN: %unsafe --max-memory 500 --engine=concolic %s | %check %s
// RUN: %safe -DFIXED %s
// RUN: %unknown -DHOW='malloc(1UL<<40)' %s | %check --check-prefix=GAP %s
// RUN: %unknown -DHOW='calloc(1UL<<20,1UL<<20)' --engine=explore %s | %check --check-prefix=GAP %s
// RUN: %safe -DHOW='malloc(1UL<<63)' %s
// RUN: %safe -DHOW='calloc(1UL<<33,1UL<<33)' %s
// RUN: %safe -m32 %s
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

#ifndef HOW
#define HOW malloc(3000000000UL)
#endif

int main(void) {
    int x = __VERIFIER_nondet_int();
    // GAP: a block was too large;
    char *p = HOW;
    if (!p) return 1;
    p[0] = 1;
    p[2900000000UL] = 2;
    if (p[0] != 1 || p[2900000000UL] != 2) return 2;
#ifdef FIXED
    if (x >= 0 && x < 100) p[x] = 3;
#else
    // CHECK: huge-block.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    if (x == 42) p[3000000000UL] = 1;
#endif
    free(p);
    return 0;
}
