// RUN: %unsafe --engine=cdse --no-stop-on-first %s | %check %s
// Whether an object is alive depends on the way, too.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int *heap = malloc(4), *p, y = 2;
    if (!heap) return 0;
    *heap = 1;
    p = &y;
    if (__VERIFIER_nondet_int()) {
        int inner = 3;
        p = &inner;
        *p = 4;
    }
    if (__VERIFIER_nondet_int()) free(heap);
    // CHECK-DAG: life.c:[[#@LINE+1]]:{{.*}}error: {{.*}}after the end of a variable's life
    int r = *p;
    // CHECK-DAG: life.c:[[#@LINE+1]]:{{.*}}error: {{.*}}after free
    return r + *heap;
}
