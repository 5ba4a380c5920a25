/* an index that is one too large for some inputs: the path goes on for the others */
extern unsigned __VERIFIER_nondet_uint(void);
static int seen[8];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 8) return 1;
    seen[n] = 3;
    int sum = 0;
    for (unsigned i = 0; i < 8; i++) sum += seen[i] * (int)i;
    return sum > 12 ? 2 : 3;
}
