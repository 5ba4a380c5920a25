// RUN: %safe --once --engine=invariant %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DWRONG %s
// The inner loop changes the outer one's counter; what holds there needs what holds around it.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0;
    if (n < 1 || n > 100000) return 0;
    while (i < n) {
        int j = i;
        while (j < n && __VERIFIER_nondet_int()) {
            j++;
            i++;
        }
        if (i > n || j != i) __VERIFIER_error();
        i++;
    }
#ifdef WRONG
    if (i != n) __VERIFIER_error(); /* the inner loop went to the end: n + 1 */
#endif
    if (i > n + 1) __VERIFIER_error();
}
