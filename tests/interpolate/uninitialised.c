// RUN: %unsafe --engine=interpolate --check=uninit %s | %check %s
// RUN: %safe --engine=interpolate --check=uninit -DFIXED %s
// What was proved for a variable that is set says nothing of one that is not.
int __VERIFIER_nondet_int(void);

static void set(int *p, int x) {
    if (x != 9) *p = x;
#ifdef FIXED
    else *p = 0;
#endif
}

int main(void) {
    int v;
    int x = __VERIFIER_nondet_int();
    set(&v, x);
    // CHECK: uninitialised.c:[[#@LINE+1]]:{{.*}}error: {{.*}}uninitialised
    if (v == 3) return 1;
    return 0;
}
