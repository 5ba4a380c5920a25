// RUN: %unsafe --engine=bmc --bound 3 --trace %s | %check %s
// Example 1 of lecture IA159: the sum wraps in the second or third round.
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    if (n == 0) return 0;
    unsigned char v = 0, s = 0;
    unsigned int i = 0;
    while (i < n) {
        v = __VERIFIER_nondet_uchar();
        s += v;
        ++i;
    }
    // CHECK: sum-wrapped.c:[[@LINE+14]]:5: error: assertion failed: s >= v
    // CHECK: assignments before the error
    // CHECK-NEXT: sum-wrapped.c:7:19 in main: n = {{[23]$}}
    // CHECK-NEXT: sum-wrapped.c:9:19 in main: v = 0
    // CHECK-NEXT: sum-wrapped.c:9:26 in main: s = 0
    // CHECK-NEXT: sum-wrapped.c:10:18 in main: i = 0
    // CHECK-NEXT: sum-wrapped.c:12:11 in main: v = [[V:.*]]
    // CHECK-NEXT: sum-wrapped.c:13:11 in main: s = [[V]]
    // CHECK-NEXT: sum-wrapped.c:14:9 in main: i = 1
    // CHECK-NEXT: in main: v =
    // CHECK-NEXT: in main: s =
    // CHECK-NEXT: in main: i = 2
    // CHECK: assertion failed: s >= v
    // CHECK-NOT: in main: {{[nvsi]}} =
    assert(s >= v);
}
