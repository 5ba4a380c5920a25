int __VERIFIER_nondet_int(void);
void __VERIFIER_error(void);
int main(void) {
    if (__VERIFIER_nondet_int() == 3) __VERIFIER_error();
    return 0;
}
