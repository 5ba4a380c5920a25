// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %safe --engine=cdse -DFIXED %s
// Simplification reads y itself, although its scope is over.
int __VERIFIER_nondet_int(void);

int main(void) {
    int *p = 0;
    int x = __VERIFIER_nondet_int();
    {
        int y = x;
        p = &y;
#ifdef FIXED
        if (x == 9) return *p;
#endif
    }
    {
        int z = 0;
        // CHECK: scope-direct.c:[[#@LINE+1]]:{{.*}}error: {{.*}}after the end of a variable's life
        if (x == 9) return *p;
    }
    return 0;
}
