// RUN: %unsafe --engine=interpolate %s | %check %s
// What a round leaves behind does matter: the error needs three of them.
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int rounds = 0;
    while (1) {
        if (__VERIFIER_nondet_int() == 0) return 0;
        rounds++;
        // CHECK: error: error function '__VERIFIER_error' is called
        if (rounds == 3) __VERIFIER_error();
    }
}
