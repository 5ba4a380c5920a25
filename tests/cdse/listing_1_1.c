extern int __VERIFIER_nondet_int(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x < 0) x = -x;
    if (y < 0) y = -y;
    long long result = (long long)x - y;
    if (x < y) result = (long long)y - x;
    if (!(result >= 0)) reach_error();
    return 0;
}
