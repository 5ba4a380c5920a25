#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int half(int x) {
    int y = 0;
    while (x > 1) {
        x -= 2;
        y++;
    }
    return y;
}

int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 9) return 0;
    const char *tricky = "</script><b>&amp;";
    if (!tricky) n = 1;
    int h = half(n);
#ifdef FIXED
    if (n == 7) assert(h == 3);
#else
    if (n == 7) assert(h == 4);
#endif
    return 0;
}
