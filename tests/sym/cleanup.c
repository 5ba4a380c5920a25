// --check=cleanup and SV-COMP's valid-memcleanup: no block is left when the program ends, however it ends, also where
// something points to it. What the library keeps for itself (streams, names of files, the environment) does not count.
// RUN: %unsafe --check=cleanup %s | %check %s
// RUN: %safe --check=cleanup -DFIXED %s
// RUN: %safe --once --check=leak %s
// RUN: %unsafe --once --check=cleanup -DWAY=1 %s | %check %s
// RUN: %unsafe --once --check=cleanup -DWAY=2 %s | %check %s
// RUN: %unsafe --once --check=cleanup -DWAY=3 %s | %check %s
// RUN: %unsafe --once --check=cleanup --engine=bmc -DWAY=4 %s | %check %s
// RUN: %unsafe --once --check=cleanup --engine=interpolate -DWAY=4 %s | %check %s
// RUN: %unsafe --once --check=cleanup --engine=cdse -DWAY=4 %s | %check %s
// RUN: %unsafe --once --check=cleanup --engine=concolic -DWAY=4 %s | %check %s
// RUN: %unsafe --once --check=cleanup --engine=invariant -DWAY=4 %s | %check %s
// RUN: %unsafe --once --property %S/../property/Inputs/memcleanup.prp %s | %check %s
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);
void reach_error(void);
static char *kept;

int main(void) {
    int n = __VERIFIER_nondet_int();
    printf("hello %d\n", n > 3);
    setenv("NAME", "value", 1);
    FILE *f = fopen("/dev/null", "w");
    if (f) {
        fprintf(f, "%d", 3);
        fclose(f);
    }
    char *copy = strdup("abc");
    if (!copy) return 1;
    free(copy);
    // CHECK: cleanup.c:[[@LINE+1]]:12: error: 10-byte heap block allocated at {{.*}} is not freed when the program ends
    kept = malloc(10);
#if WAY == 1
    if (n == 7) exit(1);
#elif WAY == 2
    if (n == 7) abort();
#elif WAY == 3
    if (n == 7) reach_error();
#elif WAY == 4
    if (n == 7) return 3;
#endif
#if defined FIXED || WAY
    free(kept);
#endif
    return 0;
}
