// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=explore -DOTHER %s
// RUN: %unsafe --engine=explore -DTWO %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DTWO -DFIXED %s
// A computed goto leads to a label, even if there is but one that it can lead to.
int __VERIFIER_nondet_int(void);
static void *other;
static void set(void) {
    other = &&label;
label:;
}

int main(void) {
    static void *to[3];
    int x = __VERIFIER_nondet_int();
#ifdef OTHER
    set();
    to[0] = x ? &&here : other;
    goto *to[0];
#elif defined TWO
    to[0] = &&here;
    to[1] = &&there;
#ifdef FIXED
    if (x < 0 || x > 1) return 0;
#else
    if (x < 0 || x > 2) return 0;
#endif
    goto *to[x];
there:
    return 1;
#else
    if (x) to[0] = &&here;
#ifdef FIXED
    if (!to[0]) return 0;
#endif
    goto *to[0];
#endif
here:
    (void)set;
    return 0;
}
