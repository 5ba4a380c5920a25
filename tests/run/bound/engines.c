// RUN: %shrike verify --engine=cdse --bound 5 %s | %check %s
// RUN: not %shrike verify --engine=cdse --bound 7 %s
// RUN: not %shrike verify --engine=cdse %s
// RUN: %shrike verify --engine=interpolate --bound 5 %s | %check %s
// RUN: not %shrike verify --engine=interpolate --bound 7 %s
// RUN: %shrike verify --engine=bmc --bound 5 %s | %check %s
// RUN: not %shrike verify --engine=bmc --bound 7 %s
// The error needs seven rounds. Loops are unrolled up to the bound where the refutation needs
// it; states with more rounds left must not be taken for those at the bound.
// CHECK: SAFE (bound 5)
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int n = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) n++;
        if (n == 7) __VERIFIER_error();
    }
    return 0;
}
