// RUN: %bug --check=leak %s | %check %s
// RUN: %same --check=leak -DFIXED %s
// RUN: %shrike run %s
#include <stdlib.h>

static void forget(int n) {
    char *p = malloc((size_t)n);
    p[0] = 1;
#ifdef FIXED
    free(p);
#endif
}

int main(void) {
    forget(24);
    return 0;
}
// REQUIRES: shrike
// CHECK: error: {{.*}}24{{.*}} [memory-leak]
// CHECK: leak.c:7:15
