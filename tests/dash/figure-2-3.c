// RUN: %safe --engine=dash %s
// An endless loop that depends on inputs: no bound is needed.
int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

int main(void) {
    int x = 0;
    int y = x;
    while (x == y) {
        x++;
        if (x == y) __VERIFIER_error();
        y = __VERIFIER_nondet_int();
    }
    return 0;
}
