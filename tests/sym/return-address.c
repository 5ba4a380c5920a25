// RUN: %unknown %s | %check %s
// RUN: %unknown --engine=bmc %s
// RUN: %shrike run %s
// RUN: %safe -DFIXED %s
// Where a function returns to is the compiler's business: nothing is proved from it.
static int id(void) {
#ifndef FIXED
    unsigned long at = (unsigned long)__builtin_return_address(0);
    // CHECK: return-address.c:[[@LINE-1]]:{{[0-9]+}}: {{.*}}the address that a function returns to
    if (at & 1) return *(int *)0;
#endif
    return 0;
}
int main(void) { return id(); }
