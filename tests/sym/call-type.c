// RUN: %unknown --engine=explore %s | FileCheck %s
// RUN: %unknown --engine=interpolate %s | FileCheck %s
// RUN: %unknown --engine=cdse %s | FileCheck %s
// RUN: %unknown --engine=dash %s | FileCheck %s
// RUN: %unknown --engine=bmc %s | FileCheck %s
// RUN: %unknown --engine=concolic -m32 %s | FileCheck %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=cdse -DFIXED %s
// A function is called with fewer arguments than it has; the native program does not show it.
int __VERIFIER_nondet_int(void);
static int one(int a) { return a + 1; }
#ifdef FIXED
static int two(int a) { return a + 2; }
#else
static int two(int a, int b) { return a + b; }
#endif
static int (*table[2])(int) = {one, (int (*)(int))two};
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1) return 0;
    return table[x](3);
}
// CHECK: call-type.c:22:12: possible error: call of 'two' through a pointer of another type, with too few arguments [invalid-function-pointer]
