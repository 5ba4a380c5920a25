/* A result that fits its type is no overflow, whatever else C says about it. */
extern int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    if (c < -100 || c > 255) return 0;
#ifdef LOST
    if (c < 0) return 0;
    return (c << 24) == 7;
#elif defined FOLDED
    return c == 3 && 2147483647 + 1 < c;
#else
    return (c << 3) == 7;
#endif
}
