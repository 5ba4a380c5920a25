// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=bmc -DUNINIT %s
// Inputs taken on one side of a branch only: the test must give each call its value, and
// each uninitialised variable, whose number depends on the path.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
char __VERIFIER_nondet_char(void);

static int noise(int take) {
    if (!take) return 0;
#ifdef UNINIT
    int x;
    return x;
#else
    return __VERIFIER_nondet_char();
#endif
}

int main(void) {
    int first = __VERIFIER_nondet_int(), sum = 0;
    sum += noise(first & 1);
    sum += 3 * noise(first & 2);
    sum += 5 * noise(first & 4);
    int last = noise(1);
    if (first % 8 == 5 && sum == 61 && last == 7) __VERIFIER_error();
}
