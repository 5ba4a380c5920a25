// RUN: %safe --once --engine=invariant %s
// RUN: %safe --once --engine=invariant --no-simplify %s
// 2 * n == i + i % 2: what the program compares is a term of equations. And i <= 2 * k, if k is not negative.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    int i, n = 0, k = __VERIFIER_nondet_int();
    if (k > 1000000) return 0;
    for (i = 0; i < 2 * k; i++)
        if (i % 2 == 0) n++;
    if (k >= 0 && n != k) __VERIFIER_error();
}
