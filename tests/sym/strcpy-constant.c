// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* readonly */
int main(void) {
    char s[4];
    klee_make_symbolic(s, 3, "s");
    s[3] = 0;
    char *d = (char *)"abcd";
    if (s[0] == 'k') strcpy(d, s);
    return 0;
}
// CHECK: write of 1 byte to constant memory
