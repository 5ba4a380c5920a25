/* Every path has inputs of its own: a set of tests is a set of paths. */
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_error(void);

static int spin(int k) {
    volatile int sum = 0;
    for (int i = 0; i < WORK; i++) sum += k ^ i;
    return sum;
}

int main(void) {
    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();
    int k = 0;
    for (int i = 0; i < 8; i++)
        if (a >> i & 1) k += i;
    spin(k);
    if (b > 3) return 1; /* 252 of them are one path */
    switch (b) {
    case 0: k = 7; break;
    case 1: k = 5; break;
    default: break;
    }
    if (b == 2) k++;
#ifdef WRONG
    if (b == 3 && k == 1) __VERIFIER_error();
#endif
    return spin(k) & 1;
}
