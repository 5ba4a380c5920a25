// RUN: %bug --unseen --check=uninit %s | %check %s
// RUN: %same --check=uninit -DFIXED %s
#include <stdlib.h>

int main(void) {
#ifdef FIXED
    int *p = calloc(4, sizeof *p);
#else
    int *p = malloc(4 * sizeof *p);
#endif
    p[0] = p[1] = p[3] = 0;
    int r = p[2] > 100;
    free(p);
    return r;
}
// CHECK: uninit-heap.c:14:5: error: the exit status depends on uninitialised memory: 'malloc' of line 9 [uninitialised-read]
