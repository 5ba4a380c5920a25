// RUN: %same -std=c2x %s
// _BitInt of odd and wide widths.
#include <stdio.h>

static void print_wide(unsigned _BitInt(256) x) {
    for (int i = 192; i >= 0; i -= 64) printf("%016lx", (unsigned long)(x >> i));
    printf("\n");
}

struct s {
    _BitInt(37) a;
    unsigned _BitInt(3) b;
    unsigned _BitInt(200) c;
};

int main(void) {
    unsigned _BitInt(7) seven = 127;
    seven += 1;
    printf("%d\n", (int)seven);
    _BitInt(17) s17 = -65536;
    printf("%d %d %d\n", (int)s17, (int)(s17 >> 3), (int)(s17 / (_BitInt(17))7));
    unsigned _BitInt(63) u = 1;
    for (int i = 0; i < 70; i++) u = u * 3 + 1;
    printf("%lu\n", (unsigned long)u);
    unsigned _BitInt(256) w = 1;
    for (int i = 1; i < 50; i++) w *= (unsigned _BitInt(256))i;
    print_wide(w);
    print_wide(w << 13 ^ w >> 77);
    print_wide(w - w * 2);
    struct s v = {-5, 5, ~(unsigned _BitInt(200))0};
    struct s c = v;
    printf("%d %d %d %lx\n", (int)sizeof v, (int)c.a, (int)c.b, (unsigned long)(c.c >> 150));
    return 0;
}
