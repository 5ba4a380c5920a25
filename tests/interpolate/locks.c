// RUN: %safe --engine=interpolate %s
// RUN: %safe --engine=interpolate --check-subsumption %s
// RUN: %safe --engine=dash %s
// An endless loop: what the previous round left in the locks does not matter.
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int p1 = __VERIFIER_nondet_int(), p2 = __VERIFIER_nondet_int(), p3 = __VERIFIER_nondet_int();
    int lk1, lk2, lk3;
    while (1) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        lk1 = lk2 = lk3 = 0;
        if (p1) lk1 = 1;
        if (p2) lk2 = 1;
        if (p3) lk3 = 1;
        if (p1 && lk1 != 1) __VERIFIER_error();
        if (p2 && lk2 != 1) __VERIFIER_error();
        if (p3 && lk3 != 1) __VERIFIER_error();
    }
}
