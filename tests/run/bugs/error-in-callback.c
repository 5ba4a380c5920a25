// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
// A bug in a function that the library calls back.
#include <stdlib.h>

static int weights[3] = {5, 1, 3};

static int compare(const void *a, const void *b) {
    return weights[*(const int *)a] - weights[*(const int *)b];
}

int main(void) {
#ifdef FIXED
    int v[] = {0, 1, 2};
#else
    int v[] = {0, 1, 7};
#endif
    qsort(v, 3, sizeof *v, compare);
    return v[0] - 1;
}
// CHECK: error-in-callback.c:9:{{[0-9]+}}: error: out-of-bounds read of 4 bytes: {{.*}}weights{{.*}} [out-of-bounds]
// CHECK: in compare at error-in-callback.c:9:
// CHECK: main at error-in-callback.c:18:5
