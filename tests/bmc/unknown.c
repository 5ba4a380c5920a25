// RUN: not %shrike verify --engine=bmc --max-instructions 2000 %s 2>&1 | %check %s
// Neither unwinding nor induction comes to an end: it says how far it got.
// CHECK: loops were being unwound up to {{[1-9][0-9]+}} rounds
// CHECK: UNKNOWN
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int y = 1;
    while (1) {
        y = y + 2 * __VERIFIER_nondet_int();
        if (y == 0) __VERIFIER_error();
    }
}
