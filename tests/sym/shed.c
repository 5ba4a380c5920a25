// RUN: not %shrike verify --engine=explore --no-simplify --max-states 8 %s > %t 2>&1
// RUN: %check %s < %t
// RUN: not %shrike verify --engine=explore --no-simplify --max-states 8 --search=random-path %s > %t 2>&1
// RUN: %check %s < %t
// CHECK: states were given up
// CHECK: UNKNOWN
// Searchers that walk the tree, too, go on with the states that are left.
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = 0;
    for (int i = 0; i < 9; i++)
        if (__VERIFIER_nondet_int() > i) n += n & 1 ? 3 : i;
    return n > 100;
}
