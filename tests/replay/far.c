// RUN: %replay CONFIRMED out-of-bounds:21 %s -- which=i32:0 i=i32:500 | FileCheck %s
// RUN: %replay CONFIRMED out-of-bounds:21 %s -- which=i32:1 i=i32:-200
// RUN: %replay CONFIRMED out-of-bounds:21 %s -- which=i32:1 i=i32:300 | FileCheck %s
// RUN: %replay CONFIRMED out-of-bounds:21 %s -- which=i32:2 i=i32:3000
// RUN: %replay CONFIRMED out-of-bounds:21 -m32 %s -- which=i32:1 i=i32:300
// RUN: %replay CONFIRMED out-of-bounds:24 %s -- which=i32:0 i=i32:500
// RUN: %replay NOT-CONFIRMED out-of-bounds:21 %s -- which=i32:1 i=i32:2
// RUN: clang -g -c -emit-llvm %s -o %t.bc
// RUN: %replay CONFIRMED out-of-bounds %t.bc -- which=i32:1 i=i32:300
// RUN: %replay DIFFERENT out-of-bounds:21 -DBETWEEN %s -- which=i32:1 i=i32:2
// RUN: %replay CONFIRMED assertion-failure:35 -DBETWEEN %s -- which=i32:1 i=i32:2
// Far out of an object there may be another one, which the sanitizers find fine.
#include <assert.h>
#include <stdlib.h>
#include <stdio.h>
int nondet_int(void);
static int before[2000], table[4], behind[8000];

static int __attribute__((noinline)) get(int *a, int i) {
    volatile int zero = 0;
    return a[i] + zero;
}
static void put(int *a, int i) {
    a[i] = 3;
}

int main(void) {
    int which = nondet_int(), i = nondet_int(), local[4] = {0}, *heap[400];
    for (int k = 0; k < 400; k++) heap[k] = calloc(4, sizeof(int));
    int *p = which == 0 ? table : which == 1 ? heap[10] : local;
#ifdef BETWEEN
    int *q = heap[20];
    q[0] = 5;
    long distance = q - heap[10];
    assert(heap[10][distance] != 5);
#endif
    int r = get(p, i);
    put(p, i);
    return (r ^ before[0] ^ behind[0]) & 0;
}
// CHECK: out-of-bounds at far.c:21
