// RUN: %safe --engine=explore %s
// RUN: %safe --engine=interpolate -m32 %s
// RUN: %safe --engine=bmc %s
// RUN: %safe --engine=cdse %s
// RUN: %safe --engine=explore -DROUNDS %s
// RUN: %safe --engine=bmc -DROUNDS -m32 %s
// RUN: clang -g -O0 -emit-llvm -c -DROUNDS -o %t.bc %s && %safe --engine=explore %t.bc
// RUN: %unsafe --engine=explore -DWRONG %s
// RUN: %unsafe --engine=explore -DROUNDS -DWRONG %s
// What alloca() gives lives until the function returns, whatever block it is called in.
#include <alloca.h>
int __VERIFIER_nondet_int(void);

#ifdef ROUNDS
int main(void) {
    int *keep[3], *got[3], x = __VERIFIER_nondet_int();
    for (int i = 0; i < 3; i++) {
        int l = i; /* a variable of each round */
        keep[i] = &l;
        got[i] = alloca(sizeof(int));
        *got[i] = x;
#ifdef WRONG
        if (i == 2 && x == 5) return *keep[0];
#endif
    }
    if (*got[0] != x || *got[1] != x || got[0] == got[1] || !keep[0]) return *(int *)0;
    return 0;
}
#else
static char *take(void) { return alloca(1); }
int main(void) {
    char *q = 0;
    if (__VERIFIER_nondet_int()) {
        q = alloca(1);
    } else {
        q = alloca(2);
        q[1] = 1;
    }
    *q = 1;
#ifdef WRONG
    q = take();
#endif
    (void)take;
    return *q - 1;
}
#endif
