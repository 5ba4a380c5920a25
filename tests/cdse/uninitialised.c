// RUN: %unsafe --engine=cdse --check=uninit %s | %check --check-prefix=BRANCH %s
// RUN: %unsafe --engine=cdse --check=uninit -DUNION %s | %check --check-prefix=UNION %s
// RUN: %safe --engine=cdse --check=uninit -DFIXED %s
// RUN: %safe --engine=cdse --check=uninit -DFIXED -DUNION %s
// Whether a variable was set depends on the way.
int __VERIFIER_nondet_int(void);

#ifdef UNION
int main(void) {
    union {
        char narrow;
        int wide;
    } u;
#ifdef FIXED
    u.wide = 0;
#endif
    u.narrow = 1;
    if (__VERIFIER_nondet_int() == 4) {
        // UNION: uninitialised.c:[[#@LINE+1]]:{{.*}}error: {{.*}}uninitialised
        if (u.wide == 1) return 2;
    }
    return 0;
}
#else
int main(void) {
    int x;
    int c = __VERIFIER_nondet_int();
#ifdef FIXED
    x = 2;
#endif
    if (c > 3) x = 1;
    // BRANCH: uninitialised.c:[[#@LINE+1]]:{{.*}}error: {{.*}}uninitialised
    if (c > 2 && x == 1) return 1;
    return 0;
}
#endif
