// REQUIRES: shrike
// RUN: %lines %s -m32
int __VERIFIER_nondet_int(void);
static int one(void) {
    return 1; // REACHABLE
}
static int two(void) {
    return 2; // UNREACHABLE
}
int (*volatile f)(void) = one;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 3)
        f = two;
    if (x == 4)
        return f(); // REACHABLE
    return sizeof(long) == 8 ? f() : 0;
}
