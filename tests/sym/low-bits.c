// Low bits of an address that its object's alignment leaves open are other ones natively: no proof rests on ours.
// RUN: %unknown -DV=1 %s 2>&1 | FileCheck %s
// RUN: %unknown -DV=2 %s 2>&1 | FileCheck %s
// RUN: %unknown -DV=3 %s 2>&1 | FileCheck %s
// RUN: %unknown -DV=4 %s 2>&1 | FileCheck %s
// RUN: %unknown -DV=5 %s 2>&1 | FileCheck %s
// RUN: %unknown --once --engine=bmc -DV=1 %s 2>&1 | FileCheck %s
// RUN: %unknown --once --engine=interpolate -DV=1 %s 2>&1 | FileCheck %s
// RUN: %unknown --once --engine=invariant -DV=1 %s 2>&1
// RUN: %safe -DV=6 %s
// RUN: %verdict "SAFE (no arguments)" %s
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

static _Alignas(64) char large[3];
static double number;

int main(int argc, char **argv) {
    (void)argc;
#if V == 1
    char a, b;
    assert((uintptr_t)&a % 16 == 0);
    assert((uintptr_t)&b % 16 == 0);
#elif V == 2
    int x;
    assert(((uintptr_t)&x & 7) == 0);
#elif V == 3
    char a[8];
    char *p = (char *)(((uintptr_t)a + 7) & ~(uintptr_t)7);
    assert(p == a);
#elif V == 4
    char a;
    uintptr_t n = (uintptr_t)&a;
    assert(n % 4096 % 2 == 0);
#elif V == 5
    char *p = malloc(3);
    int other = (uintptr_t)p % 1024 == 1008;
    free(p);
    assert(!other);
#elif V == 6
    assert((uintptr_t)&number % 8 == 0);
#else
    int x;
    char *p = malloc(3), *q = aligned_alloc(64, 64);
    assert((uintptr_t)&x % 4 == 0 && ((uintptr_t)p & 15) == 0 && (uintptr_t)q % 64 == 0);
    assert((uintptr_t)large % 64 == 0 && (uintptr_t)argv % 4 == 0);
    free(p), free(q);
#endif
    return 0;
}
// CHECK: the program used low bits of an address beyond the alignment of its object
