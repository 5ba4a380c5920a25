// RUN: %unsafe %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sys/random.h>
int main(void) {
    unsigned v;
    assert(getrandom(&v, sizeof v, 0) == sizeof v);
    // CHECK: assertion failed
    // CHECK: {{^}}    random = {{.*}}(0xdeadbeef)
    assert(v != 0xdeadbeef);
    return 0;
}
