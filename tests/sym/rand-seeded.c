// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>
/* A seed that is an input makes any number possible; a known one gives glibc's numbers. */
int main(void) {
    srand(42);
    assert(rand() == 71876166);
    srand((unsigned)time(NULL));
    // CHECK: rand-seeded.c:[[#@LINE+2]]:{{.*}}assertion failed
    // CHECK: {{^}}    rand = 7{{$}}
    assert(rand() != 7);
    return 0;
}
