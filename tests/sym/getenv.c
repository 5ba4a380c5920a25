// RUN: %unknown %s 2>&1 | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK: a variable of the environment is not set
int main(void) { return getenv("HOME") != NULL; }
