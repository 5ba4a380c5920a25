// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

int main(void) {
    int *p = malloc(4), *q = p;
    p = realloc(p, 4000);
    p[0] = 1;
#ifdef FIXED
    q = p;
#endif
    *q = 2;
    int r = p[0] - 2;
    free(p);
    return r;
}
// CHECK: use-after-realloc.c:12:8: error: {{.*}}write{{.*}} [use-after-free]
