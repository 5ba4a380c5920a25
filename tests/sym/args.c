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
    // CHECK: {{^}}    arg00 = "-v"{{$}}
    // CHECK: {{^}}    arg01 = "7" (3 bytes){{$}}
    if (argc == 3 && !strcmp(argv[1], "-v")) assert(argv[2][0] != '7');
    return 0;
}
