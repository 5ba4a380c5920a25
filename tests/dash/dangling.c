// RUN: %verdict UNSAFE --engine=dash %s | %check %s
// The variables of two calls are not at the same place.
int __VERIFIER_nondet_int(void);
static int *kept;

static void keep(int *p) { kept = p; }
static int use(int n) {
    int v = n;
    if (kept && n == 1000) *kept = 1;
    keep(&v);
    return v;
}

int main(void) {
    int sum = 0;
    while (1) {
        int n = __VERIFIER_nondet_int();
        if (n == 0) return sum;
        // CHECK: error: out-of-bounds write of 4 bytes
        sum += use(n);
    }
}
