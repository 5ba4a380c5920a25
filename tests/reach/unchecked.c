// REQUIRES: shrike
// RUN: %lines %s --check=assert
// Nobody asked for memory errors: what a program does after one is unknown.
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), v[4] = {0};
    if (x == 5)
        v[x] = 1; // REACHABLE
    if (x == 5)
        return v[0]; // UNKNOWN
    return 0; // REACHABLE
}
