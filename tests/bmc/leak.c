// RUN: %unsafe --engine=bmc --check=leak %s | %check %s
// RUN: %safe --engine=bmc --check=leak -DFIXED %s
// Behind a join the pointer is one of two values; only one of them keeps the block.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static char *g;

int main(void) {
    // CHECK: leak.c:[[#@LINE+1]]:{{.*}}error: 1-byte heap block {{.*}} is never freed
    g = malloc(1);
    int a = __VERIFIER_nondet_int();
#ifdef FIXED
    if (a == 1) free(g);
#endif
    if (a == 1) g = 0;
    int b = __VERIFIER_nondet_int();
    b = b ? 2 : 3;
    if (a == 1 && b == 2) exit(0);
    if (g) free(g);
    return 0;
}
