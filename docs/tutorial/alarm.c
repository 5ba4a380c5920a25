int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
    int *p = 0, x = 1;
    if (n > 3) p = &x;
    if (n > 2) return *p;
    return 0;
}
