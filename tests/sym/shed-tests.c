// RUN: rm -rf %t && not %shrike test --only-new --max-forks 3 --output %t %s | %check %s
// CHECK: 0 paths, 8 cut, 0 errors (0 confirmed), 2 tests in
// CHECK: INCOMPLETE
// A path that a limit ends has covered code as well, and does not fork once more before: there are eight of them.
unsigned __VERIFIER_nondet_uint(void);
int ends, turns[3];
int main(void) {
    for (int i = 0; i < 3; i++)
        if (__VERIFIER_nondet_uint() & 1) turns[i] = 1;
        else turns[i] = 2;
    while (__VERIFIER_nondet_uint() & 1) ends++;
    return 0;
}
