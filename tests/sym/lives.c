// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// RUN: %unsafe --engine=explore -DROUND %s
// RUN: %unsafe --engine=interpolate -DROUND %s
// RUN: %unsafe --engine=cdse -DROUND -m32 %s
// RUN: %unsafe --engine=dash -DROUND %s
// RUN: %unsafe --engine=bmc -DROUND -m32 %s
// RUN: %unsafe --engine=concolic -DROUND %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=explore -DROUND -DFIXED %s
// RUN: %safe --engine=interpolate -DROUND -DFIXED -m32 %s
// A block that is jumped into ends as others do, and each round of a loop has variables of its own.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), *p = &x;
#ifdef ROUND
    for (int i = 0; i < 3; i++) {
        int y = i;
#ifdef FIXED
        p = &y;
#endif
        if (i == 2 && x == 7) return *p;
        p = &y;
    }
#else
    if (x == 2) goto in;
    {
        int y;
        y = 1;
        p = &y;
    in:
        y = x;
        if (x == 2) p = &y;
#ifdef FIXED
        p = &x;
#endif
    }
    if (x == 2) return *p;
#endif
    return 0;
}
