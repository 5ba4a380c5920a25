// Blocks of any number of rounds are freed, or one of them is not (--check=cleanup).
// RUN: %safe --once --check=cleanup --engine=invariant -DFIXED %s
// RUN: %unsafe --once --check=cleanup --engine=bmc %s | %check %s
// RUN: %verdict UNKNOWN --once --check=cleanup --engine=invariant %s
#include <stdlib.h>

unsigned __VERIFIER_nondet_uint(void);
static unsigned *kept;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < n; i++) {
        // CHECK: cleanup.c:[[@LINE+1]]:23: error: 8-byte heap block allocated at {{.*}} is not freed when the program ends
        unsigned *p = malloc(8);
        if (!p) return 0;
        *p = i;
#ifndef FIXED
        if (i == 20) {
            kept = p;
            continue;
        }
#endif
        free(p);
    }
    return 0;
}
