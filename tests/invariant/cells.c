// RUN: %safe --engine=invariant --stack-size 0 %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DALL %s
// RUN: %unsafe --once --engine=explore --stack-size 0 -DALL %s
// The loop writes to the string, but not to the NUL that the next one looks for.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int(), i;
    if (n < 1) return 0;
    char *s = __builtin_alloca(n);
    s[n - 1] = 0;
#ifdef ALL
    for (i = 0; i < n; i++) s[i] = 1;
#else
    for (i = 0; i + 1 < n; i++) s[i] = 1;
#endif
    while (*s) s++;
}
