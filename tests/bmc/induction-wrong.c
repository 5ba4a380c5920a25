// RUN: %unsafe --engine=bmc -DROUND=4 -DAFTER=1 %s
// RUN: %unsafe --engine=bmc -DROUND=5 -DAFTER=1 %s
// RUN: %unsafe --engine=bmc -DROUND=6 -DAFTER=1 %s
// RUN: %unsafe --engine=bmc -DROUND=9 -DAFTER=3 %s
// RUN: %unsafe --engine=bmc -DROUND=5 -DAFTER=1 -DBEHIND %s
// RUN: %unsafe --engine=bmc -DROUND=6 -DAFTER=1 -DBEHIND %s
// Errors just behind the limits at which inductions are tried.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int seen;

int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) {
        x++;
        if (x == ROUND) seen = 1;
#ifndef BEHIND
        if (seen && x == ROUND + AFTER) __VERIFIER_error();
#endif
    }
    if (seen && x == ROUND + AFTER) __VERIFIER_error();
}
