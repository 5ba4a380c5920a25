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
// CHECK: leak.c:7:15: error: the 24-byte heap block allocated at leak.c:7:15 is never freed [memory-leak]
