int __VERIFIER_nondet_int(void);
void outside(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 41)
        outside();
    return 0;
}
