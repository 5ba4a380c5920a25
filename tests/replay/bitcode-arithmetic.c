// RUN: clang -g -c -emit-llvm %s -o %t.bc
// RUN: clang -g -c -O1 -emit-llvm %s -o %t1.bc
// RUN: %replay CONFIRMED oversized-shift %t.bc -- op=i32:0 a=i32:5 b=i32:32 | FileCheck --check-prefix=SHIFT %s
// RUN: %replay NOT-CONFIRMED oversized-shift %t.bc -- op=i32:0 a=i32:5 b=i32:31
// RUN: %replay CONFIRMED oversized-shift %t1.bc -- op=i32:0 a=i32:5 b=i32:32
// RUN: %replay CONFIRMED signed-overflow %t.bc -- op=i32:1 a=i32:0x7fffffff b=i32:1 | FileCheck --check-prefix=ADD %s
// RUN: %replay CONFIRMED signed-overflow %t.bc -- op=i32:2 a=i32:0x80000000 b=i32:1
// RUN: %replay CONFIRMED signed-overflow %t.bc -- op=i32:3 a=i32:65536 b=i32:-65536
// RUN: %replay NOT-CONFIRMED signed-overflow %t.bc -- op=i32:3 a=i32:32768 b=i32:-65536
// RUN: %replay CONFIRMED division-by-zero %t.bc -- op=i32:4 a=i32:3 b=i32:0
// RUN: %replay CONFIRMED unreachable-reached %t.bc -- op=i32:5 a=i32:3 b=i32:0 | FileCheck --check-prefix=UNREACHABLE %s
// RUN: %replay NOT-CONFIRMED - %t.bc -- op=i32:6 a=i32:3 b=i32:0
int nondet_int(void);

int main(void) {
    int op = nondet_int(), a = nondet_int(), b = nondet_int(), r = 0;
    if (op == 0) r = a << b;
    if (op == 1) r = a + b;
    if (op == 2) r = a - b;
    if (op == 3) r = a * b;
    if (op == 4) r = a / b;
    if (op == 5) __builtin_unreachable();
    return r == 77;
}
// SHIFT: oversized-shift at {{.*}}bitcode-arithmetic.c:17
// ADD: signed-overflow at {{.*}}bitcode-arithmetic.c:18
// UNREACHABLE: unreachable-reached at {{.*}}bitcode-arithmetic.c:22
