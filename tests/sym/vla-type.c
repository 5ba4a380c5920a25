// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=bmc -DNAME -m32 %s
// RUN: %unsafe --engine=explore -DPOINTER %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DNAME -DFIXED %s
// RUN: %safe --engine=explore -DPOINTER -DFIXED %s
// The length of an array of variable length is positive (C17 6.7.6.2p5), also where no array is made.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef FIXED
    if (n < 1) return 0;
#endif
    if (n < -1 || n > 9) return 0;
#if defined NAME
    typedef char row[n];
    return sizeof(row) > 9;
#elif defined POINTER
    int (*p)[n] = 0;
    return p != 0;
#else
    return sizeof(char[n]) > 9;
#endif
}
