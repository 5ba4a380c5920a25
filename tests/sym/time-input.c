// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <time.h>
int main(void) {
    // CHECK: assertion failed
    // CHECK: {{^}}    time = 1700000000 
    assert(time(NULL) != 1700000000);
    return 0;
}
