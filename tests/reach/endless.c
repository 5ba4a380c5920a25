// REQUIRES: shrike
// RUN: %lines %s 
// No bound is needed: from the endless loop there is no way back.
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n == 3)
        goto end; // REACHABLE
    if (n > 3 && n < 3)
        return 1; // UNREACHABLE
    for (;;)
        n += __VERIFIER_nondet_int() & 1;
end:
    return 0; // REACHABLE
}
