/* Multiplications make cores dear, and every path has a conflict of its own. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned a = (unsigned)__VERIFIER_nondet_int(), b = (unsigned)__VERIFIER_nondet_int(), n = 0;
    if (a > 5000 || b > 5000) return 0;
    for (int i = 0; i < 6; i++)
        if ((a >> i & 1) == (b >> i & 1)) n += 1u << i;
    if (n == 63 && (a ^ b) & 63) reach_error();
    if (a * b == 24000001 && a > 1 && b > 1 && a * a == b + 17) reach_error();
    return 0;
}
