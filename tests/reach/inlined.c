// REQUIRES: shrike
// RUN: %lines %s 
// clang itself inlines these, and forgets them.
int __VERIFIER_nondet_int(void);
static inline __attribute__((always_inline)) int twice(int x) {
    if (x == 4)
        return 9; // REACHABLE
    return 2 * x; // REACHABLE
}
static inline __attribute__((always_inline)) int thrice(int x) {
    return 3 * x; // UNREACHABLE
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 3 && x < 3)
        return thrice(x);
    return twice(x);
}
