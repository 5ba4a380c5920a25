// REQUIRES: shrike
/* A function pointer that is an input leads to a function outside of the program, which returns anything: a premise of
 * proofs, and tests say what it returned, natively too. */
// RUN: %shrike verify --engine=interpolate --check=assert %s 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: %shrike verify --engine=bmc --check=assert %s 2>&1 | FileCheck %s --check-prefix=PROOF
// RUN: not %shrike verify --engine=explore --check=assert -DBAD %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %shrike verify --engine=interpolate --check=assert -DBAD -m32 -DINTEGERS %s 2>&1 | FileCheck %s --check-prefix=BAD
// RUN: not %shrike verify --engine=explore %s 2>&1 | FileCheck %s --check-prefix=MEMORY
// PROOF: assuming that a function that an input points to returns any value and changes nothing
// PROOF: {{^}}SAFE
// BAD: error: error function 'reach_error' is called
// BAD: call of 0x{{.*}} = 17
// BAD: {{^}}UNSAFE
// MEMORY-NOT: a function that an input points to
// MEMORY: {{UNSAFE|UNKNOWN}}
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct ops {
    int (*f)(int);
#ifdef INTEGERS
    int (*g)(void);
#else
    double (*g)(void);
#endif
    void (*h)(int *);
};
extern struct ops *get(void);

int main(void) {
    struct ops *p = get();
    int n = 0, kept = 5;
    while (__VERIFIER_nondet_int()) {
        if (p->h) p->h(&kept);
        if (p->f && p->f(n) == 17 && p->g() > 2.5 && p->f(1) == 3) {
#ifdef BAD
            reach_error();
#endif
        }
        n = !n;
    }
    if (n > 1 || kept != 5) reach_error();
    return 0;
}
