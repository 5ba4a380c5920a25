// REQUIRES: shrike
// RUN: %lines %s 
// The body of an error function is code as any other.
int __VERIFIER_nondet_int(void);
void abort(void);
void reach_error(void) {
    abort(); // REACHABLE
}
int main(void) {
    if (__VERIFIER_nondet_int() == 99)
        reach_error(); // REACHABLE
    return 0;
}
