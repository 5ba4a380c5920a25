/* Facts that seldom pay: whether it is worth to learn more is decided again and again. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned s = 1;
    for (int i = 0; i < 10; i++) {
        int in = __VERIFIER_nondet_int();
        if (in == 1) s = s * 5 + 1;
        else if (in == 2) s = s * 7 ^ 77;
    }
    if (s % 65536 == 0x5678) reach_error();
    return 0;
}
