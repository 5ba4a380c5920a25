// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: %shrike test --output %t/whole %s > %t/log
// RUN: %check %s < %t/log
// CHECK: COMPLETE
// RUN: sh -c '%shrike test --output %t/part --max-forks 3 %s > %t/log 2>&1; echo status $? >> %t/log'
// RUN: %check %s --check-prefix PART < %t/log
// What was cut short is not a success.
// PART: INCOMPLETE
// PART-NEXT: status 20
extern int __VERIFIER_nondet_int(void);

int main(void) {
    volatile int n = 0;
    for (int i = 0; i < 6; i++)
        if (__VERIFIER_nondet_int() > i) n = n + 1;
    return 0;
}
