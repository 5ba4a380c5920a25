// RUN: clang -g -c -emit-llvm %s -o %t.bc
// RUN: clang -g -O1 -S -emit-llvm %s -o %t.ll
// RUN: clang -c -emit-llvm %s -o %t-plain.bc
// RUN: %replay CONFIRMED - %t.bc -- x=i32:4 | FileCheck %s
// RUN: %replay CONFIRMED - %t.ll -- x=i32:4
// RUN: %replay CONFIRMED out-of-bounds %t-plain.bc -- x=i32:4 | FileCheck --check-prefix=PLAIN %s
// RUN: %replay CONFIRMED assertion-failure %t-plain.bc -- x=i32:7
// RUN: %replay NOT-CONFIRMED - %t.bc -- x=i32:3
// Bitcode is checked by ASan as well; positions need debug information.
#include <assert.h>
#include <stdlib.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    char *p = calloc(4, 1);
    assert(x != 7);
    return p[x];
}
// CHECK: out-of-bounds at {{.*}}bitcode.c:18
// PLAIN: out-of-bounds in {{main|__shrike_entry}} (heap-buffer-overflow)
