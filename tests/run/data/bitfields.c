// RUN: %same %s
// RUN: %same -m32 %s
#include <stdio.h>
#include <string.h>

struct flags {
    unsigned a : 3;
    signed b : 5;
    unsigned : 0;
    unsigned c : 17;
    _Bool d : 1;
    unsigned long long e : 40;
    signed char f : 4;
};

struct mixed {
    char lead;
    int x : 7, y : 9;
    short tail;
};

static void dump(const void *p, size_t n) {
    for (size_t i = 0; i < n; i++) printf("%02x", ((const unsigned char *)p)[i]);
    printf("\n");
}

int main(void) {
    struct flags s;
    memset(&s, 0, sizeof s);
    s.a = 9;
    s.b = -16;
    s.c = 0x1abcd;
    s.d = 4;
    s.e = 0x123456789aULL;
    s.f = 7;
    s.f++;
    printf("%d %d %d %d %llx %d %d\n", s.a, s.b, s.c, s.d, (unsigned long long)s.e, s.f, (int)sizeof s);
    s.b += 20;
    s.e <<= 3;
    s.a--;
    printf("%d %llx %d\n", s.b, (unsigned long long)s.e, s.a);
    dump(&s, sizeof s);
    struct mixed m;
    memset(&m, 0xff, sizeof m);
    m.x = 1;
    m.y = -2;
    m.tail = 3;
    m.lead = 'L';
    dump(&m, sizeof m);
    printf("%d %d\n", m.x, m.y);
    return 0;
}
