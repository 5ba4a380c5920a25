// RUN: %shrike verify --engine=invariant --check=assert --invariants --check-invariants --stats %s 2>&1 | %check %s
// CHECK: in each call of down that begins at {{.*}}summary.c:{{[0-9]+}}: {{.*}}on return {{.*}}count == {{.*}}\old(count)
// CHECK: invariant {{ +[1-9][0-9]*}}  calls replaced by their summaries
// CHECK: solver {{ +[1-9][0-9]*}}  answers confirmed
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
int count;

static int down(int n) {
    if (n <= 0) return 7;
    count++;
    return down(n - 1);
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0) return 0;
    if (down(n) != 7 || count != n) __VERIFIER_error();
}
