// RUN: %same -m32 %s
#include <stdarg.h>
#include <stdio.h>

struct two { int a, b; };
struct eight { long long v; };
struct big { int v[9]; };

static struct two swap(struct two t) { return (struct two){t.b, t.a}; }
static struct eight neg(struct eight e) { e.v = -e.v; return e; }
static struct big inc(struct big b) { for (int i = 0; i < 9; i++) b.v[i]++; return b; }
static long long sum(int n, ...) {
    va_list ap;
    long long s = 0;
    va_start(ap, n);
    for (int i = 0; i < n; i++) s += i % 2 ? va_arg(ap, long long) : va_arg(ap, int);
    va_end(ap);
    return s;
}
static double mix(float f, double d, long double l, char c, short s) { return f + d + (double)l + c + s; }

int main(void) {
    struct two t = swap((struct two){1, 2});
    struct big b = inc((struct big){{5}});
    printf("%d %d %lld %d %d\n", t.a, t.b, neg((struct eight){1LL << 40}).v, b.v[0], b.v[8]);
    printf("%lld %g\n", sum(4, 1, 1LL << 33, 2, 5LL), mix(1.5f, 2.25, 3.5L, 'a', -7));
    return 0;
}
