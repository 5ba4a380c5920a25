// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[4];
    klee_make_symbolic(s, 3, "s");
    s[3] = 0;
    int v = atoi(s);
    assert(v >= -99 && v <= 999);
    // CHECK: assertion failed: v != -42
    // CHECK: {{^}}    s = "-42" (3 bytes){{$}}
    assert(v != -42);
    return 0;
}
