// RUN: %safe --engine=invariant %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DWRONG %s
// Intervals, order between two counters, and that sums do not wrap around.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);

int main(void) {
    int i = 0, k = 0;
    while (i < 1000000) {
        int j = __VERIFIER_nondet_int();
        __VERIFIER_assume(1 <= j && j < 1000000);
        i += j;
        k++;
    }
#ifdef WRONG
    if (k >= 1000000) __VERIFIER_error(); /* all j are 1 */
#endif
    if (k > 1000000) __VERIFIER_error();
}
