// RUN: %replay CONFIRMED out-of-bounds:24 %s -- case=i32:0 i=i32:4 | FileCheck --check-prefix=STACK %s
// RUN: %replay CONFIRMED out-of-bounds:25 %s -- case=i32:1 i=i32:-1 | FileCheck --check-prefix=HEAP %s
// RUN: %replay CONFIRMED out-of-bounds:26 %s -- case=i32:2 i=i32:5
// RUN: %replay CONFIRMED out-of-bounds:27 %s -- case=i32:3 i=i32:5
// RUN: %replay CONFIRMED out-of-bounds:28 %s -- case=i32:4 i=i32:1000000
// RUN: %replay CONFIRMED out-of-bounds:29 %s -- case=i32:5 i=i32:100000000
// RUN: %replay CONFIRMED out-of-bounds:24 -m32 %s -- case=i32:0 i=i32:4
// RUN: %replay DIFFERENT out-of-bounds:24 %s -- case=i32:1 i=i32:-1
// RUN: %replay DIFFERENT double-free:25 %s -- case=i32:1 i=i32:-1
// RUN: %replay NOT-CONFIRMED out-of-bounds:24 %s -- case=i32:0 i=i32:3
#include <stdlib.h>
#include <string.h>
int nondet_int(void);
static int table[5];

int main(void) {
    int which = nondet_int(), i = nondet_int();
    int local[4];
    char *heap = malloc(4), *copy = malloc(4);
    volatile int vla_size = 5;
    int vla[vla_size];
    memset(vla, 0, sizeof vla);
    switch (which) {
    case 0: local[i] = 1; return local[0];
    case 1: heap[i] = 1; break;
    case 2: return table[i];
    case 3: memcpy(copy, "abcdef", (size_t)i); break;
    case 4: return vla[i];
    case 5: return heap[i];
    }
    return 0;
}
// STACK: out-of-bounds at
// HEAP: out-of-bounds at bounds.c:25:{{[0-9]+}} (heap-buffer-overflow)
