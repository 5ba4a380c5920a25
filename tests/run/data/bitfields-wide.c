// RUN: %same %s
// Packed bit-fields: clang reads and writes the whole run of them, here 17 bytes, as one integer.
#include <stdio.h>

#pragma pack(push, 1)
struct wide {
    signed a : 29;
    signed b : 30;
    volatile signed c : 20;
    unsigned d : 30;
    signed e : 19;
    unsigned f : 8;
};
#pragma pack(pop)

static struct wide g = {9369, -14732, -995, 30123, -233, 200};

int main(void) {
    g.c += 3;
    g.e--;
    struct wide l = g;
    l.c = -1;
    printf("%d %d %d %d %d %d %d %zu\n", g.a, g.b, g.c, g.d, g.e, g.f, l.c, sizeof g);
    return 0;
}
