// RUN: %unknown --engine=dash --max-instructions 1400 %s | %check %s
// A predicate about registers of `large` is nothing that a state in `small`, whose frame has fewer, could be asked about.
// CHECK: --max-instructions
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int small(int n) {
    while (n > 0) n--;
    return n;
}
static int large(int x) {
    int s = 0;
    for (int i = 0; i < x; i++) s += i == 1 ? 5 : i == 2 ? 11 : 13;
    if (s == 1 || s == 2 || s == 3 || s == 4 || s == 6) reach_error();
    return s;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 2) return 0;
    int r = small(x);
    return large(x + r);
}
