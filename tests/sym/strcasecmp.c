// RUN: %safe --paths=2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <strings.h>
int main(void) {
    char a[4];
    klee_make_symbolic(a, 3, "a");
    a[3] = 0;
    if (strcasecmp(a, "AbC") == 0)
        assert((a[0] | 32) == 'a' && (a[1] | 32) == 'b' && (a[2] | 32) == 'c');
    else
        assert(memcmp(a, "aBc", 3) != 0);
    return 0;
}
