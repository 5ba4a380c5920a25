/* Calls that call themselves, as deep as the input says. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int descend(int n) { return n <= 0 ? 0 : 1 + (n & 1 ? descend(n - 1) : descend(n / 2)); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 20) return 0;
    if (descend(n) > 9) reach_error();
    return 0;
}
