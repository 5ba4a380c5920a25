// REQUIRES: shrike
// RUN: %unknown --engine=dash %s | %check %s
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
    int a[3] = {__VERIFIER_nondet_int(), 2, 3};
    if (a[0] > 100 || a[0] < 0) return 0;
    qsort(a, 3, sizeof *a, compare);
    if (a[0] > a[1]) return *(int *)0;
    return 0;
}
// CHECK: library.c:{{[0-9]+}}:{{[0-9]+}}: in main: the engine cannot reason about a step of the program: dash does not follow 'qsort', a function of the library
// CHECK: try next: shrike verify --engine=auto
