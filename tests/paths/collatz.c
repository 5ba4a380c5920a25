/* loops whose length depends on the input */
extern unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 24u + 1, steps = 0;
    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        if (++steps > 20) return 21;
    }
    return (int)steps;
}
