// RUN: %unsafe --sym-args 0-2x3 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    assert(argc >= 1 && argc <= 3 && !argv[argc]);
    for (int i = 1; i < argc; i++) assert(strlen(argv[i]) <= 3);
    // CHECK: assertion failed
    // CHECK: input arg00 = 2d 76 00
    // CHECK: input arg01 = 37
    if (argc == 3 && !strcmp(argv[1], "-v")) assert(argv[2][0] != '7');
    return 0;
}
