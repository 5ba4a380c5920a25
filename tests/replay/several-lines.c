// RUN: %replay CONFIRMED out-of-bounds:14 %s -- i=i32:9
// RUN: %replay CONFIRMED out-of-bounds:15 %s -- i=i32:9
// RUN: %replay CONFIRMED out-of-bounds:16 %s -- i=i32:9
// RUN: %replay DIFFERENT out-of-bounds:13 %s -- i=i32:9
// RUN: %replay DIFFERENT out-of-bounds:17 %s -- i=i32:9
// A statement may take several lines; the compiler and we may point at different ones.
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int *a = calloc(4, sizeof *a), i = nondet_int(), r;
    if (!a) return 1;
    a[0] = 1;
    r = a[0] + /* ; a comment */
        a[i] +
        a[1];
    free(a);
    return r & 1;
}
