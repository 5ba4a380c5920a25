// RUN: %unsafe --engine=dash %s | %check %s
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int x;
    int y = __VERIFIER_nondet_int();
    while (y != 12) y = __VERIFIER_nondet_int();
    // CHECK: error: error function '__VERIFIER_error' is called
    if (x == 123456) __VERIFIER_error();
    return 0;
}
