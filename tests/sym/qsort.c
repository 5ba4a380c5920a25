// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    int x = *(const int *)a, y = *(const int *)b;
    return x < y ? -1 : x > y;
}
int main(void) {
    int a[3];
    klee_make_symbolic(a, sizeof a, "a");
    int key = a[1];
    qsort(a, 3, sizeof *a, compare);
    assert(a[0] <= a[1] && a[1] <= a[2]);
    assert(bsearch(&key, a, 3, sizeof *a, compare));
    return 0;
}
