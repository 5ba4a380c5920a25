// RUN: %unsafe --engine=explore --check=leak %s | %check %s
// RUN: %unsafe --engine=bmc --check=leak %s | %check %s
// RUN: %unsafe --engine=interpolate --check=leak %s | %check %s
// RUN: %unknown --engine=concolic --check=leak %s
// RUN: %safe --engine=explore --check=leak -DFIXED %s
// RUN: %safe --engine=bmc --check=leak -DFIXED %s
// RUN: %safe --engine=interpolate --check=leak -DFIXED %s
// RUN: %safe --engine=concolic --check=leak -DFIXED %s
// Which block a word points to depends on the input: one model is not all of them.
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

static char *one, *other, *table[2];

int main(void) {
    // CHECK: leak-choice.c:[[#@LINE+1]]:{{.*}}error: {{[12]}}-byte heap block {{.*}} is never freed
    for (int i = 0; i < 2; i++) table[i] = malloc(i + 1);
    unsigned x = __VERIFIER_nondet_uint();
    one = table[x & 1];
#ifdef FIXED
    other = table[(x & 1) ^ 1];
#else
    other = table[(x >> 1) & 1];
#endif
    table[0] = table[1] = 0;
    return 0;
}
