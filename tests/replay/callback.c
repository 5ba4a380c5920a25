// RUN: %replay CONFIRMED division-by-zero:9 %s -- a=bytes:030100
// RUN: %replay NOT-CONFIRMED division-by-zero:9 %s -- a=bytes:030102
// Through a function of the library and back.
#include <stdlib.h>
#include <klee/klee.h>

static int compare(const void *x, const void *y) {
    const unsigned char *a = x, *b = y;
    return 6 / *a - 6 / *b;
}

int main(void) {
    unsigned char a[3];
    klee_make_symbolic(a, sizeof a, "a");
    qsort(a, 3, 1, compare);
    return 0;
}
