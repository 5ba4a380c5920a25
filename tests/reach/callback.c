// REQUIRES: shrike
// RUN: %lines %s 
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    if (x == y)
        return 0; // REACHABLE
    if (x == 1234)
        return 1; // REACHABLE
    if (x < y && y < x)
        return 7; // UNREACHABLE
    return x < y ? -1 : 1;
}
static int unused(const void *a, const void *b) {
    return a < b; // UNREACHABLE
}
int (*volatile other)(const void *, const void *) = unused;
int main(void) {
    int v[2] = {__VERIFIER_nondet_int(), __VERIFIER_nondet_int()};
    qsort(v, 2, sizeof *v, compare);
    return v[0] > v[1] + 0 && v[1] > v[0]; // REACHABLE
}
