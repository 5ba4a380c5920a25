// REQUIRES: shrike
// RUN: not %shrike verify --engine=explore --no-confirm --max-depth 3000 %s > %t 2>&1
// RUN: %check %s < %t
// Thousands of calls and inputs that are the same are one line each.
extern int __VERIFIER_nondet_int(void);

// CHECK: stack exhausted
static int down(int n) {
    int k = __VERIFIER_nondet_int();
    return down(n + 1) + k;
}

int main(void) {
    return down(0);
    // CHECK: in down at {{.*}}deep.c:10:12, {{[0-9]+}} times
    // CHECK-NEXT: called from main at {{.*}}deep.c:[[#@LINE-2]]:12
    // CHECK: with inputs
    // CHECK-NEXT: k = 0, of __VERIFIER_nondet_int in line 9, {{[0-9]+}} times
    // CHECK-NEXT: to see it happen
}
