// RUN: %unsafe %s | %check %s
// RUN: %unsafe --engine=bmc -DINPUT %s
// RUN: %unsafe --engine=explore -DINPUT -m32 %s
// RUN: %unsafe --engine=explore -DFOLDED %s
// RUN: %unsafe --engine=explore -DLEFT %s
// RUN: %unsafe --engine=explore -DVAST %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DINPUT -DFIXED %s
// RUN: %safe --engine=explore -DFOLDED -DFIXED %s
// RUN: %safe --engine=explore -DLEFT -DFIXED --check=shift,overflow %s
// RUN: %safe --engine=explore -DVAST -DFIXED %s
// RUN: %unsafe --engine=explore -DRIGHT --check=shift,overflow %s
// RUN: %safe --engine=explore -DRIGHT -DFIXED --check=shift,overflow %s
// A shift by an amount of a wider type: all of it counts, not what is left in the type of the operand. And a right shift
// of a negative number that clang has folded is no left shift.
long long __VERIFIER_nondet_longlong(void);
#ifdef FIXED
#define WIDE 3LL
#else
#define WIDE 4294967299LL
#endif

int main(void) {
#if defined INPUT
    long long n = __VERIFIER_nondet_longlong();
    if (n < 1 || n > WIDE) return 0;
    unsigned u = 128;
    return (u >> n) == 9;
#elif defined FOLDED
    return (128u >> WIDE) == 9;
#elif defined LEFT
    long long n = WIDE;
    int i = 1;
    i <<= n;
    return i;
#elif defined VAST
    __int128 n = (__int128)WIDE << 1;
    unsigned long l = 1;
    return (l << (n + (n > 6 ? (__int128)1 << 70 : 0))) == 9;
#elif defined RIGHT
#ifdef FIXED
    return ((-2) >> 1) + (-8L >> 3);
#else
    return (-2) << 1;
#endif
#else
    unsigned char u = 128;
    long long n = WIDE;
    u >>= n; // CHECK: shift-wide.c:[[#@LINE]]:{{.*}}[oversized-shift]
    return u;
#endif
}
