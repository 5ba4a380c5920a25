// The size of a variable-length array is computed in the bits of a pointer, and what does not fit
// them does not fit the stack.
// RUN: %bug -DLENGTH=-1 -m32 %s 2>&1 | %check %s --check-prefix=NEGATIVE
// RUN: %bug -DLENGTH=0x40000001 -m32 %s 2>&1 | %check %s --check-prefix=SMALL
// RUN: %bug -DLENGTH=0x4000000000000001 %s 2>&1 | %check %s --check-prefix=LARGE
// RUN: %same -DLENGTH=100 %s
// RUN: %verdict UNSAFE -DLENGTH='nondet_long()' --engine=explore -m32 %s
// RUN: %safe -DLENGTH='(nondet_long()&7)+1' --engine=explore -m32 %s
// RUN: %safe -DLENGTH='(nondet_long()&7)+1' --engine=bmc %s
long nondet_long(void);
int main(void) {
    long n = LENGTH;
    // NEGATIVE: error: the length of an array is not positive
    // SMALL: error: stack exhausted: no room for a variable of 4294967295 bytes
    // LARGE: error: stack exhausted: no room for a variable of 9223372036854775807 bytes
    int a[n];
    a[n > 1] = 0;
    return n == 1 ? a[0] : a[1];
}
