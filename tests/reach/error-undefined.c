// REQUIRES: shrike
// RUN: %lines %s 
// The real program goes on after such an error, nobody knows how: what lies behind it is
// not unreachable.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), v[4] = {0};
    if (x == 5)
        v[x] = 1; // REACHABLE
    if (x == 5)
        return 2; // UNKNOWN
    return v[0]; // REACHABLE
}
