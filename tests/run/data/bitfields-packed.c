// RUN: %same %s
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct packed {
    unsigned char kind : 4;
    unsigned int value : 23;
    unsigned long long wide : 61;
    unsigned short tail;
};
#pragma pack(pop)

union view {
    struct packed p;
    unsigned char bytes[sizeof(struct packed)];
};

int main(void) {
    union view v;
    memset(&v, 0, sizeof v);
    v.p.kind = 11;
    v.p.value = 0x5a5a5a;
    v.p.wide = 0x1abcdef012345678ULL;
    v.p.tail = 0xbeef;
    for (unsigned i = 0; i < sizeof v; i++) printf("%02x ", v.bytes[i]);
    printf("\n%d %d %llx\n", (int)sizeof v, v.p.value, (unsigned long long)v.p.wide);
    return 0;
}
