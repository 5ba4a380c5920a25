int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (0)
        x = 5;
    return x;
    x = 3;
}
