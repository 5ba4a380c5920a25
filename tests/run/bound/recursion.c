// With bound N, N + 1 calls of a function may be active at once.
// RUN: %shrike run --bound 6 %s
// RUN: %stops --bound=5 %s | %check %s
// RUN: %shrike run --bound 3 -DMUTUAL %s
// RUN: %stops --bound=2 -DMUTUAL %s | %check %s --check-prefix=MUTUAL
// RUN: %shrike run --bound 6 -DPOINTER %s
// RUN: %stops --bound=5 -DPOINTER %s | %check %s
// RUN: %shrike run --bound 0 -DONCE %s
// REQUIRES: shrike
volatile int n = 6;

int odd(int k);
int even(int k) { return k == 0 ? 1 : odd(k - 1); }
int odd(int k) { return k == 0 ? 0 : even(k - 1); }

int (*volatile again)(int);
int factorial(int k) {
#ifdef POINTER
    return k == 0 ? 1 : k * again(k - 1);
#else
    return k == 0 ? 1 : k * factorial(k - 1);
#endif
}

int main(void) {
    again = factorial;
#ifdef MUTUAL
    return even(n) != 1;
#elif defined ONCE
    /* One after the other is not recursion. */
    return factorial(0) + factorial(0) + even(0) != 3;
#else
    return factorial(n) != 720 || factorial(n) != 720;
#endif
}
// CHECK: stopped at a bound: {{.*}}recursion.c:{{[0-9]+}}:{{[0-9]+}}: factorial is called while 6 calls of it are active
// MUTUAL: stopped at a bound: {{.*}}recursion.c:{{[0-9]+}}:{{[0-9]+}}: even is called while 3 calls of it are active
