// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[16];
    klee_make_symbolic(s, sizeof s, "s");
    s[15] = 0;
    // CHECK: assertion failed
    // CHECK: {{^}}    s = "sesame" (16 bytes){{$}}
    if (!strcmp(s, "sesame")) assert(!"open");
    return 0;
}
