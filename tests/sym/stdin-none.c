// RUN: %safe "--scope=empty input" %s 2>&1 | %check %s
// RUN: %safe "--scope=empty input" --engine=bmc %s
// RUN: %unsafe --sym-stdin 1 %s
#include <assert.h>
#include <stdio.h>

// CHECK: for executions of any length with empty input
// CHECK: assuming that standard input is empty (--sym-stdin makes it an input)
// CHECK: try next: shrike verify --sym-stdin=0-16
int main(void) {
    assert(getchar() != 'x');
    return 0;
}
