// RUN: %same %s
// RUN: %verdict SAFE --check=abort --engine=explore %s
// RUN: %verdict SAFE --check=abort --engine=interpolate %s
// Computed goto, switches into loops, ranges of cases, nested statement expressions, comma and side effects.
#include <stdlib.h>
static int copy(char *to, const char *from, int n) {
    int rounds = (n + 3) / 4;
    switch (n % 4) {
    case 0: do { *to++ = *from++;
    case 3:      *to++ = *from++;
    case 2:      *to++ = *from++;
    case 1:      *to++ = *from++;
            } while (--rounds > 0);
    }
    return rounds;
}
static int machine(const unsigned char *code) {
    static void *const labels[] = {&&stop, &&add, &&twice, &&back};
    int n = 0, turns = 0;
    goto *labels[*code++];
add: n += *code++; goto *labels[*code++];
twice: n *= 2; goto *labels[*code++];
back:
    if (turns++ < 2) code -= 2;
    else code++;
    goto *labels[*code++];
stop: return n;
}
static int class(unsigned char c) {
    switch (c) {
    case '0' ... '9': return 1;
    case 'a' ... 'f': case 'A' ... 'F': return 2;
    case 255: return 3;
    default: return ({ int n = c; n > 127 ? ({ n -= 128; n / 64 + 4; }) : 0; });
    }
}
int main(void) {
    char to[11];
    if (copy(to, "0123456789", 11) || to[10] || to[9] != '9') abort();
    static const unsigned char code[] = {1, 5, 2, 3, 0, 0};
    if (machine(code) != 40) abort();
    if (class('7') != 1 || class('C') != 2 || class(255) != 3 || class(200) != 5 || class('z')) abort();
    int i = 0, a[3] = {0};
    a[i] = (a[1] = 2, a[1] + 3), i = a[0]--, i += !a[0];
    return i == 5 && a[0] == 4 ? 0 : (abort(), 1);
}
