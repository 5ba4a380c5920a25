// RUN: %unsafe --engine=interpolate --sym-args 0-1x1 --no-simplify %s | %check %s
// RUN: %safe --engine=interpolate --sym-args 0-1x1 --no-simplify -DWRONG=3 %s
// Each run that goes more rounds of a loop begins with all first states of the program, not with one of them.
#include <assert.h>

#ifndef WRONG
#define WRONG 2
#endif

int main(int argc, char **argv) {
    (void)argv;
    int i = 0;
    while (i < 5000) i++; /* more rounds than the first run goes */
    // CHECK: starts.c:[[#@LINE+1]]:{{.*}}error
    assert(argc != WRONG || i != 5000);
    return 0;
}
