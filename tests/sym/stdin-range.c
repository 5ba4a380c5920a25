// RUN: %safe --sym-stdin 0-2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <unistd.h>
int main(void) {
    char s[8];
    long n = read(0, s, sizeof s);
    assert(n >= 0 && n <= 2);
    assert(read(0, s, 1) == 0);
    return 0;
}
