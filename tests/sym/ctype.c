// RUN: %safe --paths=1 --solver-checked %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <ctype.h>
int main(void) {
    unsigned char c;
    klee_make_symbolic(&c, 1, "c");
    int upper = !!isupper(c), lower = !!islower(c), alpha = !!isalpha(c), digit = !!isdigit(c);
    assert(alpha == (upper | lower));
    assert(!!isalnum(c) == (alpha | digit));
    assert(digit == ((c >= '0') & (c <= '9')));
    assert((upper == 0) | (tolower(c) == c + 32));
    assert(!!isspace(c) + !!isgraph(c) <= 1);
    return 0;
}
