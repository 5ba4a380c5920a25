/* 128-bit and mixed arithmetic, signed and unsigned comparisons */
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned long a = __VERIFIER_nondet_ulong();
    int b = __VERIFIER_nondet_int();
    unsigned __int128 product = (unsigned __int128)a * 1000003u;
    if (product >> 64) return a > 1ul << 60 ? 1 : 2;
    if ((long)a < b) return 3;
    return (unsigned)b > 3000000000u ? 4 : 5;
}
