// RUN: %safe --engine=bmc --no-confirm %s
// RUN: %shrike verify --engine=bmc --stats %s 2>&1 | %check %s
// RUN: %unsafe --engine=bmc -DWRONG %s
// States meet behind every diamond, in registers and in memory: a few states at a time.
// CHECK: explore {{ +[1-9]}}  most states at one time
// CHECK: bmc {{ +[1-9][0-9]+}}  states merged into others
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int a[40];

static int pick(int x) {
    if (x > 10) return 2;
    return x < -10 ? 3 : 1;
}

int main(void) {
    int sum = 0;
    for (int i = 0; i < 40; i++) {
        sum += pick(__VERIFIER_nondet_int());
        if (__VERIFIER_nondet_int()) a[i] = sum;
    }
    if (sum < 40 || sum > 120) __VERIFIER_error();
#ifdef WRONG
    if (a[20] == 63) __VERIFIER_error();
#else
    if (a[20] == 64) __VERIFIER_error();
#endif
}
