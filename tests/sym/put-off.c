// RUN: rm -rf %t && %shrike test --stats --output %t %s > %t.out 2> %t.err
// RUN: cat %t.err %t.out | %check %s
// CHECK: 1  undecided within the budget
// CHECK: 4 paths
// CHECK: COMPLETE
// A hard question waits until all else is done; then it is asked with all effort.
unsigned __VERIFIER_nondet_uint(void);
int found, other;
int main(void) {
    unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x > 1 && y > x) other = 1;
    else return 0;
    if (x > 0x3ffffff || y > 0x3ffffff) return 1;
    /* both are prime */
    if (x * y == 33554393ul * 16777213ul) found = 1;
    return 0;
}
