// RUN: %safe --once --engine=invariant %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DWRONG %s
// A pointer is an offset into its object; what it writes changes what the loop reads.
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);
char text[16];

int main(void) {
    char *at = text, *end = text + sizeof text;
    int n = 0;
    while (__VERIFIER_nondet_int()) {
#ifdef WRONG
        if (at > end) break;
#else
        if (at == end) break;
#endif
        *at++ = 'x';
        n++;
    }
    if (at - text != n || n > 16) __VERIFIER_error();
}
