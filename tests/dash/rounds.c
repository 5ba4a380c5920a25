// RUN: %unsafe --engine=dash %s | %check %s
// The error needs eleven rounds of an endless loop.
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int rounds = 0;
    while (1) {
        if (__VERIFIER_nondet_int() == 12345) return 0;
        if (__VERIFIER_nondet_int() == 54321) rounds++;
        // CHECK: error: error function '__VERIFIER_error' is called
        if (rounds == 11) __VERIFIER_error();
    }
}
