// RUN: %unsafe --engine=cdse %s | %check --check-prefix=ENDLESS %s
// RUN: %unsafe --engine=cdse --max-depth 3000 -DDEEP %s | %check --check-prefix=DEEP %s
// RUN: %unsafe --engine=cdse --max-depth 3000 -DPOINTER %s
// RUN: %unsafe --engine=cdse --max-depth 50 -DMUTUAL %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=cdse -DFIXED --max-depth 22 -DDEEP %s
// RUN: %verdict UNKNOWN --engine=cdse -DFIXED --max-depth 21 -DDEEP %s
// No instruction of these functions fails, but the stack ends.
int __VERIFIER_nondet_int(void);

#ifdef FIXED
enum { DEPTH = 20 };
#else
enum { DEPTH = 10000000 };
#endif

#if defined(DEEP) || defined(FIXED)
// DEEP: recursion-endless.c:[[#@LINE+5]]:{{.*}}error: stack exhausted
static int
sum(int n) {
    if (n == 0) return 0;
    int below =
        sum(n - 1);
    return below + 1;
}
#elif defined(POINTER)
static int sum(int n);
static int (*volatile self)(int) = sum;
static int sum(int n) { return self(n + 1) + 1; }
#elif defined(MUTUAL)
static int odd(int n);
static int sum(int n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(int n) { return n == 0 ? 0 : sum(n - 1); }
#else
// ENDLESS: recursion-endless.c:[[#@LINE+1]]:{{.*}}error: stack exhausted
static int sum(int n) { return sum(n + 1) + 1; }
#endif

int main(void) {
    if (__VERIFIER_nondet_int() == 3) return sum(DEPTH) == 5;
    return 0;
}
