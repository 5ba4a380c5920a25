// An endless loop that takes inputs and decides nothing by them: what is to be seen of it by executing it is seen soon.
// RUN: timeout 30 %shrike verify --engine=dash %s 2>&1 | %check %s
// RUN: %unsafe --engine=dash -DWRONG %s
// CHECK: SAFE
int __VERIFIER_nondet_int(void);
void reach_error(void);
int main(void) {
    unsigned x = 0, y = 0, z = 0;
    for (;;) {
        x += 4u * (unsigned)__VERIFIER_nondet_int();
        y += 4u * (unsigned)__VERIFIER_nondet_int();
        z += 8u * (unsigned)__VERIFIER_nondet_int();
#ifdef WRONG
        if (x + y + z == 4) reach_error();
#else
        if (x + y + z == 1) reach_error();
#endif
    }
}
