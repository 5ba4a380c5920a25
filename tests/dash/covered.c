// RUN: not %shrike verify --engine=explore %s 2>&1 | grep "covered without" > %t.explore
// RUN: not %shrike verify --engine=dash %s 2>&1 | grep "covered without" > %t.dash
// RUN: not %shrike verify --engine=concolic %s 2>&1 | grep "covered without" > %t.concolic
// RUN: not %shrike verify --engine=cdse %s 2>&1 | grep "covered without" > %t.cdse
// RUN: diff %t.explore %t.dash && diff %t.explore %t.concolic
// RUN: cat %t.dash %t.cdse | %check %s
// RUN: not %shrike verify --engine=dash --no-simplify --lcov %t.lcov %s && %check %s --check-prefix LINES < %t.lcov
// What was covered is what tests have executed: not what shadow runs look at, and with the functions that
// the library calls. cdse does not execute what leads to no error.
// CHECK: covered without an error: lines 14/15, branches 5/6, functions 4/5 (of the simplified program)
// CHECK: covered without an error: lines 13/15, branches 4/6, functions 4/5 (of the simplified program)
// LINES-DAG: DA:22,1
// LINES-DAG: DA:23,1
// LINES-DAG: DA:24,1
// LINES-DAG: DA:25,0
// LINES-DAG: DA:37,1
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void), fork(void);
void reach_error(void);

static int inc(int x) { return x + 1; }
static int twice(int x) { return 2 * x; }
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int never(int x) { return 3 * x; }

int main(void) {
    int x = __VERIFIER_nondet_int(), y = 0;
    int (*f)(int) = x > 10 ? inc : twice;
    int a[3] = {3, x & 7, 1};
    qsort(a, 3, sizeof *a, compare);
    y = f(x);
    for (int i = 0; i < 3; i++)
        if (x >> i & 1) y++;
    if (x > 3 && x < 2) y = never(x);
    if (y == 12345 && x == 77) reach_error();
    if (x == 5) return fork();
    return y;
}
