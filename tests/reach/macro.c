// REQUIRES: shrike
// RUN: %lines %s 
// Code of a macro belongs to the line that uses it.
int __VERIFIER_nondet_int(void);
#define CHECK(c) do { if (c) return 1; } while (0)
int main(void) {
    int x = __VERIFIER_nondet_int();
    CHECK(x == 2); // REACHABLE
    if (x == 2) {
        CHECK(x == 3); // UNREACHABLE
    }
    return 0; // REACHABLE
}
