// RUN: %same %s
// RUN: %same -m32 %s
// Every way the calling convention passes and returns a struct.
#include <stdio.h>

struct tiny { char c; };
struct two { int a, b; };
struct three { int a, b, c; };
struct dbl { double d; };
struct mix { double d; long l; };
struct flt4 { float a, b, c, d; };
struct big { long v[10]; };
struct odd { char c[13]; };
struct empty {};
struct nested { struct two t; struct dbl d; };

static struct tiny f_tiny(struct tiny x) { x.c++; return x; }
static struct two f_two(struct two x) { return (struct two){x.b, x.a}; }
static struct three f_three(struct three x, int k) { x.a += k; x.c -= k; return x; }
static struct dbl f_dbl(struct dbl x) { x.d *= 2; return x; }
static struct mix f_mix(struct mix x) { x.d += (double)x.l; x.l = -x.l; return x; }
static struct flt4 f_flt4(struct flt4 x) { return (struct flt4){x.d, x.c, x.b, x.a}; }
static struct big f_big(struct big x) { for (int i = 0; i < 10; i++) x.v[i] *= i; return x; }
static struct odd f_odd(struct odd x) { x.c[12] = 'Z'; return x; }
static struct empty f_empty(struct empty x, int *hit) { *hit = 1; return x; }
static struct nested f_nested(int a, struct nested n, struct big b) { n.t.a += a + (int)b.v[9]; return n; }

int main(void) {
    struct big b;
    for (int i = 0; i < 10; i++) b.v[i] = i + 1;
    struct big r = f_big(b);
    printf("%ld %ld %ld\n", r.v[0], r.v[9], b.v[9]);
    printf("%c\n", f_tiny((struct tiny){'a'}).c);
    struct two t = f_two((struct two){1, 2});
    printf("%d %d\n", t.a, t.b);
    struct three h = f_three((struct three){1, 2, 3}, 10);
    printf("%d %d %d\n", h.a, h.b, h.c);
    printf("%g\n", f_dbl((struct dbl){1.25}).d);
    struct mix m = f_mix((struct mix){0.5, 7});
    printf("%g %ld\n", m.d, m.l);
    struct flt4 q = f_flt4((struct flt4){1, 2, 3, 4});
    printf("%g %g %g %g\n", q.a, q.b, q.c, q.d);
    struct odd o = f_odd((struct odd){"abcdefghijkl"});
    printf("%.13s\n", o.c);
    int hit = 0;
    struct empty e;
    f_empty(e, &hit);
    struct nested n = f_nested(5, (struct nested){{1, 2}, {3.5}}, b);
    printf("%d %d %d %g\n", hit, n.t.a, n.t.b, n.d.d);
    return 0;
}
