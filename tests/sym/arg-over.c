// RUN: %unsafe --sym-arg 2 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc == 2);
    // CHECK: arg-over.c:[[#@LINE+1]]:{{.*}}out-of-bounds read
    return argv[1][0] && argv[1][1] && argv[1][2] == 0 && argv[1][3];
}
