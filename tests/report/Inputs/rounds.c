unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint(), n = 0;
    while (__VERIFIER_nondet_uint()) {
        a = a + b; b = b ^ (a >> 3); n++;
        if (n > 100000 && a == 77) { int z = 0; return 1 / z; }
    }
    return 0;
}
