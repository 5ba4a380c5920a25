// RUN: %safe --paths=2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    unsigned char s[6], c;
    klee_make_symbolic(s, sizeof s, "s");
    klee_make_symbolic(&c, 1, "c");
    unsigned char *p = memchr(s, c, sizeof s);
    if (p)
        assert(*p == c);
    else
        assert(s[0] != c && s[5] != c);
    return 0;
}
