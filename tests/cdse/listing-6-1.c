// RUN: %safe --engine=cdse %s
// RUN: %shrike verify --engine=cdse --no-simplify --stats %s 2>&1 | %check %s
// Listing 6.1 of Kite's thesis: what happens in the diamonds does not matter, so one path shows it.
extern void reach_error(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
int main(void) {
    int p = __VERIFIER_nondet_int(), a, x = __VERIFIER_nondet_int();
    __VERIFIER_assume(p);
    if (__VERIFIER_nondet_int())
        a = 1;
    else
        a = 0;
    if (a)
        x = x + 1;
    else
        x = x - 1;
    if (!p) reach_error();
    // CHECK: SAFE
    // CHECK: cdse {{ +}}1  paths tried
    return 0;
}
