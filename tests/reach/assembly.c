// REQUIRES: shrike
// RUN: not %shrike reach %s:12 > %t 2>&1; FileCheck %s < %t
// RUN: not %shrike reach --engine=explore %s:12 | grep UNKNOWN
// RUN: not %shrike reach --engine=interpolate %s:12 | grep UNKNOWN
// RUN: %shrike reach %s:14 | grep -x UNREACHABLE
// That we may suppose any result does not mean that the instructions give it.
// CHECK: assembly.c:12:9: in main: a place is reached if inline assembly gives certain values, which it may never give
int main(void) {
    unsigned x;
    asm("movl $5, %0" : "=r"(x));
    if (x == 6)
        return 1;
    if (x > 6 && x < 6)
        return 2;
    return 0;
}
