/* switch: dense, sparse, with fall through, on a wide type */
extern long long __VERIFIER_nondet_longlong(void);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int r = 0;
    switch (__VERIFIER_nondet_int()) {
    case 0: r++; /* fall through */
    case 1: r++; /* fall through */
    case 2: r++; break;
    case 10: case 11: case 12: r = 7; break;
    case -2147483647 - 1: r = 8; break;
    default: r = 20;
    }
    switch (__VERIFIER_nondet_longlong()) {
    case 0x100000000LL: return r + 1;
    case -1: return r + 2;
    case 5: r += 3;
    }
    return r;
}
