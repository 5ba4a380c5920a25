// RUN: %unsafe --check=uninit --engine=explore %s
// RUN: %unsafe --check=uninit --engine=explore -DSWITCH %s
// RUN: %safe --check=uninit --engine=explore -DFIXED %s
// RUN: %safe --check=uninit --engine=explore -DSWITCH -DFIXED %s
// RUN: %safe --engine=explore -DKEPT %s
// RUN: %safe --engine=bmc -DKEPT -m32 %s
// A declaration that is reached again takes the variable's value away (C17 6.2.4p6); the variable stays.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0, r = 0, *p = 0;
#ifdef SWITCH
    for (n = 0; n < 2; n++) {
        switch (__VERIFIER_nondet_int()) {
        case 0:;
            int v;
#ifdef FIXED
            v = 1;
#endif
            r += v == 1;
            break;
        case 1: v = 1; r += v;
        }
    }
#else
again:;
    int v;
#ifdef KEPT
    if (p && p != &v) return *(int *)0;
    p = &v;
    v = n;
    if (*p != n) return *(int *)0;
#else
#ifdef FIXED
    v = 3;
#endif
    if (n == 1) r = v == 3;
    else v = 3;
#endif
    n++;
    if (n < 2) goto again;
#endif
    (void)p;
    if (r) return 1;
    return 0;
}
