// RUN: %safe "--scope=empty environment" %s 2>&1 | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// CHECK: assuming that the environment is empty
int main(void) { return getenv("HOME") != NULL; }
