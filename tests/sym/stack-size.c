// RUN: %unsafe --engine=explore %s | FileCheck %s
// RUN: %unsafe --engine=cdse %s | FileCheck %s
// RUN: %unsafe --engine=interpolate -DDEEP %s
// RUN: %unsafe --engine=explore -m32 -DROUNDS %s
// RUN: %unsafe --engine=explore -DLENGTH %s
// RUN: %unsafe --engine=bmc %s
// RUN: %safe --engine=explore --stack-size 16384 %s
// RUN: %safe --engine=interpolate --stack-size 16384 -DDEEP %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %unsafe --engine=dash %s
// Local variables must fit the stack, those of blocks that are over take no room.
#include <alloca.h>
int __VERIFIER_nondet_int(void);
#ifdef FIXED
enum { MANY = 5000000, DEPTH = 100, TIMES = 100 };
#else
enum { MANY = 10000000, DEPTH = 2000, TIMES = 3000 };
#endif
static int deep(int n) {
    char some[5000];
    some[n] = (char)n;
    return n ? deep(n - 1) + some[n] : 0;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x != 7) return 0;
#ifdef DEEP
    return deep(DEPTH);
#elif defined ROUNDS
    for (int i = 0; i < TIMES; i++) {
        char *p = alloca(4000);
        p[0] = 1;
    }
#elif defined LENGTH
    x = __VERIFIER_nondet_int();
    if (x > 0) { char all[x]; all[0] = 1; return all[0]; }
#else
    { char one[MANY]; one[0] = 1; x = one[0]; }
    { char two[MANY]; two[0] = 1; x = two[0]; }
#endif
    return 0;
}
// CHECK: stack-size.c:{{.*}}error: stack exhausted: no room for a variable of 10000000 bytes, {{[0-9]+}} of 8388608 are left [stack-exhausted]
