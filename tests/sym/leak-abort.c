// RUN: %unsafe --engine=explore --check=leak %s | %check %s
// RUN: %unsafe --engine=interpolate --check=leak %s | %check %s
// RUN: %unsafe --engine=cdse --check=leak %s | %check %s
// RUN: %unsafe --engine=bmc --check=leak %s | %check %s
// RUN: %safe --engine=explore --check=leak -DFIXED %s
// RUN: %safe --engine=interpolate --check=leak --check-subsumption -DFIXED %s
// RUN: %safe --engine=cdse --check=leak -DFIXED %s
// RUN: %safe --engine=bmc --check=leak -DFIXED %s
// What is lost when the program aborts is lost, also natively.
#include <stdlib.h>
int __VERIFIER_nondet_int(void);

static char *kept;

// CHECK: leak-abort.c:[[#@LINE+1]]:{{.*}}error: 3-byte heap block {{.*}} is never freed
static void make(void) { kept = malloc(3); }

int main(void) {
    make();
    int x = __VERIFIER_nondet_int();
#ifdef FIXED
    if (x == 3) free(kept);
#endif
    if (x == 3) kept = 0;
    if (x == 3) abort();
    free(kept);
    return 0;
}
