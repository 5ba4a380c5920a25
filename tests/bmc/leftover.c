// RUN: %safe --engine=bmc --check=all %s
// RUN: %unsafe --engine=bmc --check=all -DLEAK %s | %check %s --check-prefix=LEAK
// RUN: %unsafe --engine=bmc -DBOUNDS %s | %check %s --check-prefix=BOUNDS
// Errors other than assertions, asked about together at the end of an unwinding.
// LEAK: is never freed
// BOUNDS: leftover.c:[[@LINE+13]]:{{.*}} error
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    int table[8] = {0};
    unsigned n = __VERIFIER_nondet_uint(), most = 8;
    if (n > 5) return 0;
#ifdef BOUNDS
    most = 9;
#endif
    for (unsigned i = 0; i <= n; i++) {
        unsigned at = __VERIFIER_nondet_uint();
        if (at < most) table[at] += (int)(100 / (i + 1));
    }
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = table[0];
#ifdef LEAK
    if (*p == 150) return 1;
#endif
    free(p);
    return 0;
}
