// RUN: %safe %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What the program writes it reads back. */
int main(void) {
    char s[4], d[8];
    klee_make_symbolic(s, sizeof s, "s");
    FILE *f = fopen("no-such-file-here", "w+");
    assert(f);
    fwrite(s, 1, sizeof s, f);
    rewind(f);
    assert(fread(d, 1, sizeof d, f) == 4);
    assert(memcmp(s, d, 4) == 0);
    fclose(f);
    return 0;
}
