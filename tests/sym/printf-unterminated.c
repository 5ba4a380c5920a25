// RUN: %unsafe --paths=1 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[3];
    klee_make_symbolic(s, sizeof s, "s");
    printf("%.3s\n", s);
    // CHECK: printf-unterminated.c:[[#@LINE+1]]:{{.*}}out-of-bounds read of 1 byte: right at the end
    printf("%s\n", s);
    return 0;
}
