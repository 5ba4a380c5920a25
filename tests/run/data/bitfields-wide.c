// RUN: %same %s
// Packed bit-fields: clang reads and writes a whole run of them as one integer of 136 bits.
#include <stdio.h>

#pragma pack(push, 1)
struct wide {
    signed a : 29;
    signed b : 30;
    signed c : 8;
    volatile signed d : 20;
    signed e : 19;
    unsigned f : 30;
    signed g : 4;
    unsigned h : 9;
};
#pragma pack(pop)

static struct wide g = {9369, -14732, -5, -995, -233, 30123, -2, 11};

int main(void) {
    g.d += 3;
    g.e--;
    g.f <<= 5;
    struct wide l = g;
    l.d = -1;
    l.g = 3;
    printf("%d %d %d %d %d %u %d %d\n", g.a, g.b, g.c, g.d, g.e, g.f, g.g, g.h);
    printf("%d %d %d %u %d %zu\n", l.c, l.d, l.e, l.f, l.g, sizeof g);
    return 0;
}
