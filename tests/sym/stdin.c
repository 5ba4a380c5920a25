// RUN: %unsafe --sym-stdin 3 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a = getchar(), b = getchar(), c = getchar();
    assert(a != EOF && b != EOF && c != EOF && getchar() == EOF);
    // CHECK: assertion failed
    // CHECK: {{^}}    stdin = "ok\n" (3 bytes){{$}}
    assert(!(a == 'o' && b == 'k' && c == '\n'));
    return 0;
}
