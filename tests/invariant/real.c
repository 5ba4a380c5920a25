// RUN: %unsafe --once --engine=invariant %s
// RUN: %safe --once --engine=invariant -DFIXED %s
// An error that is met before anything was cut is real.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int sum = 0;
    for (int i = 0; i < 10; i++) sum += i; /* goes round as it is: nothing of it depends on an input */
#ifndef FIXED
    if (sum == 45 && __VERIFIER_nondet_int() == 7) __VERIFIER_error();
#endif
    while (__VERIFIER_nondet_int()) sum += 2;
    if (!(sum & 1)) __VERIFIER_error();
}
