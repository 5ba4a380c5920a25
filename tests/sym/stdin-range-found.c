// RUN: %unsafe --sym-stdin 0-2 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[8];
    // CHECK: assertion failed
    // CHECK: {{^}}    stdin = "x"{{$}}
    if (fgets(s, sizeof s, stdin) && s[0] == 'x' && s[1] == 0) assert(getchar() != EOF);
    return 0;
}
