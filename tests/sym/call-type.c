// RUN: %unsafe --engine=explore %s | FileCheck %s
// RUN: %unsafe --once --engine=interpolate --no-confirm %s | FileCheck %s
// RUN: %unsafe --once --engine=cdse --no-confirm %s | FileCheck %s
// RUN: %unsafe --once --engine=dash --no-confirm %s | FileCheck %s
// RUN: %unsafe --once --engine=bmc --no-confirm %s | FileCheck %s
// RUN: %unsafe --once --engine=concolic -m32 %s | FileCheck %s
// RUN: %safe --once --engine=explore -DFIXED %s
// RUN: %safe --once --engine=interpolate -DFIXED %s
// RUN: %safe --once --engine=cdse -DFIXED %s
// RUN: %unknown --once --engine=explore --check=memory %s
// A function is called with fewer arguments than it has; the native program looks, too.
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
// CHECK: call-type.c:23:12: error: call of 'two' as a function of another type, with too few arguments [call-of-another-type]
