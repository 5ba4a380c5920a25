// RUN: %safe --once --engine=invariant --check=assert -DGCD %s
// RUN: %safe --once --engine=invariant --check=assert --no-simplify -DGCD %s
// RUN: %unsafe --once --engine=invariant --check=assert -DGCD -DWRONG %s
// RUN: %safe --once --engine=invariant --check=assert -DNINETYONE %s
// RUN: %unsafe --once --engine=invariant --check=assert -DNINETYONE -DWRONG %s
// RUN: %safe --once --engine=invariant --check=assert -m32 -DPARITY %s
// RUN: %safe --once --engine=invariant --check=assert -DACKERMANN %s
// RUN: %safe --once --engine=invariant --check=assert -DPRODUCT %s
// RUN: %safe --once --engine=invariant --check=assert --no-simplify -DGLOBALS %s
// RUN: %safe --once --engine=invariant --check=assert -DTREE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --max-instructions 3000 -DGLOBALS %s
// Calls are left out for what is proved of them: bounds, equations, equations in cases, products; of results and of
// variables that are changed. Where running out of stack is an error, that says nothing.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

#ifdef GCD
static int gcd(int a, int b) {
    if (a <= 0 || b <= 0) return 0;
    if (a == b) return a;
    return a > b ? gcd(a - b, b) : gcd(a, b - a);
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m <= 0 || n <= 0) return 0;
#ifdef WRONG
    if (gcd(m, n) > 1) __VERIFIER_error();
#else
    if (gcd(m, n) < 1) __VERIFIER_error();
#endif
}
#elif defined NINETYONE
static int f(int x) { return x > 100 ? x - 10 : f(f(x + 11)); }

int main(void) {
    int x = __VERIFIER_nondet_int(), r = f(x);
#ifdef WRONG
    if (r != 91) __VERIFIER_error(); /* x may be 2000000 */
#else
    if (r != 91 && (x <= 101 || r != x - 10)) __VERIFIER_error();
#endif
}
#elif defined PARITY
static int even(int n);
static int odd(int n) { return n == 0 ? 0 : n == 1 ? 1 : even(n - 1); }
static int even(int n) { return n == 0 ? 1 : n == 1 ? 0 : odd(n - 1); }

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n >= 0 && odd(n) != n % 2) __VERIFIER_error();
}
#elif defined ACKERMANN
static int ackermann(int m, int n) {
    if (m == 0) return n + 1;
    return n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m < 0 || m > 3 || n < 0 || n > 23) return 0;
    int r = ackermann(m, n);
    if (m == 2 && r != 2 * n + 3) __VERIFIER_error();
}
#elif defined PRODUCT
static int mult(int n, int m) { return m < 0 ? mult(n, -m) : m == 0 ? 0 : n + mult(n, m - 1); }

int main(void) {
    int m = __VERIFIER_nondet_int(), n = __VERIFIER_nondet_int();
    if (m > 0 && n > 0 && mult(m, n) != mult(n, m)) __VERIFIER_error();
}
#elif defined GLOBALS
static int count, twice;
static void down(int n, int *left) {
    if (n <= 0) return;
    count++;
    twice += 2;
    --*left;
    down(n - 1, left);
}

int main(void) {
    int n = __VERIFIER_nondet_int(), left = n;
    if (n < 0) return 0;
    down(n, &left);
    if (count != n || twice != 2 * n || left) __VERIFIER_error();
}
#else
static int tree(int d) { /* recursion in a loop */
    int most = 0;
    if (d <= 0) return 1;
    for (int i = 0; i < 4; i++) {
        int t = tree(d - 1 - (i & 1));
        if (t < 1) __VERIFIER_error();
        if (t > most) most = t;
    }
    return most;
}

int main(void) {
    if (tree(__VERIFIER_nondet_int()) < 1) __VERIFIER_error();
}
#endif
