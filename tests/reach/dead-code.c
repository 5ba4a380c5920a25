// REQUIRES: shrike
// RUN: %lines %s 
// clang emits labelled code although nothing leads there.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (0) {
    inside:
        x++; // REACHABLE
    }
    if (x == 12)
        goto inside;
    return x;
nowhere:
    x = 7; // UNREACHABLE
    return x; // UNREACHABLE
}
