// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=interpolate -m32 %s
// RUN: %safe --engine=explore -DFIXED %s
// A pointer to a variable that is gone does not lead to what lies on the stack there now, be that a variable
// whose address is never taken.
int __VERIFIER_nondet_int(void);
static int *gone(void) {
    int l[3] = {1};
    int *q = l;
    return q;
}
static int use(int *p, int i) {
    int a[3] = {1, 2, 3};
    a[1] = i;
    return (*p & 0) + a[0] - 1;
}

int main(void) {
    int x = 1, *p = gone();
#ifdef FIXED
    p = &x;
#endif
    return use(p, __VERIFIER_nondet_int()) + x - x;
}
