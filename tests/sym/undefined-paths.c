// RUN: %safe --engine=explore --check=uninit %s
// RUN: %safe --engine=interpolate --check=uninit --check-subsumption %s
// RUN: %safe --engine=cdse --check=uninit %s
// RUN: %safe --engine=bmc --check=uninit %s
// RUN: %safe --engine=concolic --check=uninit %s
// RUN: %unsafe --engine=explore --check=uninit -DSOME=1 %s | %check %s
// RUN: %unsafe --engine=interpolate --check=uninit --check-subsumption -DSOME=1 %s | %check %s
// RUN: %unsafe --engine=cdse --check=uninit -DSOME=1 %s | %check %s
// RUN: %unsafe --engine=bmc --check=uninit -DSOME=1 %s | %check %s
// RUN: %unsafe --engine=concolic --check=uninit -DSOME=1 %s | %check %s
/* Defined on some paths only: what is learned or merged where it is must not pass for all.
 * Behind the join nothing depends on x's value, only on whether it has one. */
#include <klee/klee.h>

#ifndef SOME
#define SOME 0
#endif

int main(void) {
    int c = klee_int("c"), k = klee_int("k"), x, y;
    if (c > 30) x = 1;
    else if (c > 20) x = 2;
    else if (c > 10) x = 3;
    else if (!SOME) x = 4;
    if (k > 5) k = 5;
    if (k > 3) k = 3;
    int r = 0, guarded = (c > 10) & (x == 2);
    for (int i = 0; i < 2; i++)
        // CHECK: undefined-paths.c:[[#@LINE+1]]:{{.*}} a branch depends on uninitialised memory: 'x'
        if (x + i > 2) r++;
        else r--;
    if (k > 2) y = 1;
    if ((k > 2) & (y == 1)) r++;
    if (guarded) r++;
    return r > 9;
}
