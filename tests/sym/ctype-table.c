// RUN: %safe --paths=1 -U__NO_CTYPE %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* glibc's macros: a table, read at a symbolic index. */
#include <ctype.h>
int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    int digit = !!((*__ctype_b_loc())[(int)c] & (unsigned short)_ISdigit);
    assert(digit == ((c >= '0') & (c <= '9')));
    return 0;
}
