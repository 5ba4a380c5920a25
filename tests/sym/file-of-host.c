// RUN: %unknown %s 2>&1 | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK: a file of this machine stands for all
int main(void) { return fopen("no-such-file-here", "r") != NULL; }
