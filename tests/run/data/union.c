// RUN: %same %s
#include <stdint.h>
#include <stdio.h>

union num {
    uint64_t u;
    double d;
    float f[2];
    uint8_t b[8];
    struct { uint32_t lo, hi; } w;
};

struct variant {
    enum { INT, STR, PAIR } kind;
    union {
        int i;
        const char *s;
        struct { short a, b; };
    };
};

static void show(struct variant v) {
    switch (v.kind) {
    case INT: printf("int %d\n", v.i); break;
    case STR: printf("str %s\n", v.s); break;
    case PAIR: printf("pair %d %d\n", v.a, v.b); break;
    }
}

static union num pass(union num n) {
    n.w.hi ^= 0x80000000u;
    return n;
}

int main(void) {
    union num n = {.d = 3.25};
    printf("%lx %x %x %x\n", n.u, n.w.lo, n.w.hi, n.b[7]);
    printf("%g\n", pass(n).d);
    n.f[0] = 1.0f;
    printf("%x %x\n", n.w.lo, n.w.hi);
    show((struct variant){INT, {.i = 5}});
    show((struct variant){.kind = STR, .s = "text"});
    show((struct variant){.kind = PAIR, .a = 3, .b = -4});
    return (int)sizeof(union num);
}
