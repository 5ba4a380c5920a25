// RUN: %unsafe --engine=stroll %s | %check %s
// RUN: %safe --engine=stroll -DFIXED %s
// RUN: %unsafe --engine=auto %s | %check %s
// RUN: sh -c '%shrike reach --engine=stroll -DFIXED %s:work; test $? = 10' | %check --check-prefix=REACH %s
// RUN: %shrike reach --engine=stroll -DFIXED %s:never | %check --check-prefix=NEVER %s
// RUN: %shrike verify --help | %check --check-prefix=HELP %s
// An engine that is a file and a line of a table has all that the others have.
// CHECK: error: out-of-bounds write of 4 bytes
// REACH: REACHABLE
// NEVER: UNREACHABLE
// HELP: stroll: random paths
int __VERIFIER_nondet_int(void);

static int a[4];

static void never(void) { a[0] = 1; }

static void work(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) sum += i;
    if (sum == 7) never();
    a[n] = sum;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef FIXED
    if (n < 0 || n > 3) return 0;
#else
    if (n < 0 || n > 4) return 0;
#endif
    work(n);
    return 0;
}
