// REQUIRES: shrike
// RUN: %lines %s 
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int() & 3, r = 0;
    switch (x) {
    case 1:
        r = 1; // REACHABLE
        break; // REACHABLE
    case 3:
        r = 2; // REACHABLE
    case 2: // falls through
        r++; // REACHABLE
        break;
    case 4:
        r = 3; // UNREACHABLE
        break; // UNREACHABLE
    default:
        r = 4; // REACHABLE
    }
    return r;
}
