// RUN: %safe --engine=invariant --stack-size 0 %s
// RUN: %safe --once --engine=invariant --stack-size 0 -m32 --check-invariants %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DOPEN %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-confirm --stack-size 0 -DSHORT -m32 %s
// RUN: %unsafe --once --engine=explore --stack-size 0 -DOPEN %s
// RUN: %unsafe --once --engine=explore --stack-size 0 -DSHORT %s
// A NUL somewhere in a block of any size and contents: a pointer that stops there stays in the block.
int __VERIFIER_nondet_int(void);

static unsigned length(const char *s) {
    const char *p = s;
    while (*p) p++;
    return (unsigned)(p - s);
}

static void copy(char *to, const char *from) {
    while ((*to++ = *from++)) {}
}

int main(void) {
    int n = __VERIFIER_nondet_int(), m = __VERIFIER_nondet_int();
    if (n < 1 || m < n) return 0;
    char *s = __builtin_alloca(n);
#ifdef SHORT
    char *t = __builtin_alloca(m - 1);
#else
    char *t = __builtin_alloca(m);
#endif
#ifndef OPEN
    s[n - 1] = 0;
#endif
    copy(t, s);
    return length(s) > 100;
}
