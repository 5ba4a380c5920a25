// RUN: %unknown %s 2>&1 | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK: standard input is empty; --sym-stdin makes it an input
int main(void) { return getchar() == 'x'; }
