// RUN: %unsafe --engine=cdse %s | %check %s
// A wrong pointer is an error also where nothing follows that could go wrong.
int __VERIFIER_nondet_int(void);
static int inc(int x) { return x + 1; }

int main(void) {
    int (*f)(int) = inc;
    if (__VERIFIER_nondet_int() == 7) f = 0;
    // CHECK: error: call of a null function pointer
    return f(1);
}
