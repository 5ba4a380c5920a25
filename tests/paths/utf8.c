/* decoding UTF-8, with every way to be wrong */
#include <klee/klee.h>
static int decode(const unsigned char *s, int n, unsigned *out) {
    int more = s[0] < 0x80 ? 0 : s[0] >> 5 == 6 ? 1 : s[0] >> 4 == 14 ? 2 : s[0] >> 3 == 30 ? 3 : -1;
    if (more < 0) return -1;
    if (more >= n) return -2;
    unsigned v = more == 0 ? s[0] : s[0] & (0x3fu >> more);
    for (int i = 1; i <= more; i++) {
        if ((s[i] & 0xc0) != 0x80) return -3;
        v = v << 6 | (s[i] & 0x3f);
    }
    if ((more == 1 && v < 0x80) || (more == 2 && v < 0x800)) return -4;
    if (v >= 0xd800 && v < 0xe000) return -5;
    *out = v;
    return more + 1;
}
int main(void) {
    unsigned char s[3];
    unsigned v = 0;
    klee_make_symbolic(s, sizeof s, "s");
    int at = 0;
    while (at < 3) {
        int n = decode(s + at, 3 - at, &v);
        if (n < 0) return -n;
        at += n;
    }
    return v > 0x7f;
}
