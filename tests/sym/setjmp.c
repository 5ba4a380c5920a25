// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>
static jmp_buf buf;
int main(void) {
    int v = klee_int("v"), k;
    k = setjmp(buf);
    if (k == 0) longjmp(buf, v & 3);
    assert(k >= 1 && k <= 3); /* 0 becomes 1 */
    assert(k == (v & 3) || ((v & 3) == 0 && k == 1));
    return 0;
}
