// RUN: %same %s
// RUN: %same -m32 %s
// Layout: nested, padded, arrays of structs in structs; walked by bytes.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

struct a { char c; double d; char e; };
struct b { struct a a[2]; short s; union { char c[5]; int i; } u; };
struct c { struct b *p; struct b b; unsigned f : 3, : 2, g : 9; };

int main(void) {
    printf("%zu %zu %zu\n", sizeof(struct a), sizeof(struct b), sizeof(struct c));
    printf("%zu %zu %zu %zu\n", offsetof(struct b, s), offsetof(struct b, u.i), offsetof(struct b, a[1].e), offsetof(struct c, b.u));
    struct c x;
    memset(&x, 0, sizeof x);
    x.b.a[1].d = -2.5;
    x.b.u.i = 0x01020304;
    x.p = &x.b;
    x.f = 5;
    x.g = 300;
    unsigned sum = 0;
    for (size_t i = sizeof x.p; i < sizeof x; i++) sum = sum * 31 + ((unsigned char *)&x)[i];
    printf("%u %d %g %d %d\n", sum, x.p->u.c[2], x.p->a[1].d, x.f, x.g);
    return 0;
}
