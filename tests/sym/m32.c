// RUN: %unsafe --paths=1 -m32 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[6];
    klee_make_symbolic(s, 5, "s");
    s[5] = 0;
    char *d = malloc(strlen(s) + 1);
    strcpy(d, s);
    assert(strcmp(s, d) == 0);
    printf("%s %lld\n", d, (long long)klee_int("v"));
    // CHECK: m32.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 1 byte
    char c = d[2];
    free(d);
    return c && 0;
}
