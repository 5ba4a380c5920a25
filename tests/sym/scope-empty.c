// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=invariant %s
// RUN: %unsafe --engine=concolic %s
// RUN: %unsafe -DARRAY %s
// RUN: %unsafe --engine=bmc -DARRAY -m32 %s
// RUN: %unsafe -DLENGTH %s
// RUN: %unsafe --engine=interpolate -DLENGTH %s
// RUN: %unsafe -DMEMBER %s
// RUN: %unsafe -DEITHER %s
// RUN: %unsafe --engine=dash -DEITHER %s
// RUN: %safe -DFIXED %s
// RUN: %safe -DARRAY -DFIXED %s
// RUN: %safe --engine=bmc -DLENGTH -DFIXED %s
// RUN: %safe -DMEMBER -DFIXED %s
// RUN: %safe -DEITHER -DFIXED %s
// A variable that is not looked at while it lives is gone after its block all the same: LLVM would forget that it lived.
int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(), *q = &x;
    if (x < 1 || x > 4) return 0;
#if defined ARRAY
    q = 0;
    if (x == 3) {
        int a[10];
        q = a;
#ifdef FIXED
        q = 0;
#endif
    }
    if (q) q[0] = 1;
#elif defined LENGTH
    int outer[x];
    {
        int between[x];
        {
            int a[x];
            q = a;
        }
#ifdef FIXED
        q = between;
#endif
        *q = 1;
    }
    outer[0] = 1;
#elif defined MEMBER
    struct { int number, *at; } s = {1, &x};
    {
        struct { int a[3]; } l;
        s.at = &l.a[1];
    }
#ifdef FIXED
    s.at = &s.number;
#endif
    *s.at = 1;
#elif defined EITHER
    {
        int l, m;
        q = x == 2 ? &l : &m;
#ifdef FIXED
        *q = 1;
#endif
    }
#ifndef FIXED
    *q = 1;
#endif
#else
    {
        int l;
        q = &l;
#ifdef FIXED
        *q = 1;
    }
#else
    }
    *q = 1;
#endif
#endif
    return 0;
}
