// RUN: %same %s
// RUN: %same -m32 %s
// RUN: %verdict SAFE --check=abort --engine=explore %s
// Arguments of every class, by value and behind an ellipsis, past what registers hold.
#include <stdarg.h>
#include <stdlib.h>
struct small { char c[3]; };
struct pair { long a; double b; };
struct large { int v[9]; };
static double sum(int n, ...) {
    double total = 0;
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    for (int i = 0; i < n; i++) {
        total += va_arg(ap, struct small).c[2];
        struct pair p = va_arg(ap, struct pair);
        total += (double)p.a + p.b;
        total += va_arg(ap, struct large).v[8];
        total += (double)va_arg(ap, long double);
        total += (double)va_arg(ap, long long);
    }
    if (va_arg(again, struct small).c[0] != 1) abort();
    va_end(again);
    va_end(ap);
    return total;
}
int main(void) {
    struct small s = {{1, 2, 3}};
    struct pair p = {4, 0.5};
    struct large l = {{0, 0, 0, 0, 0, 0, 0, 0, 7}};
    if (sum(3, s, p, l, 0.25L, 1LL << 33, s, p, l, 1.0L, 2LL, s, p, l, -1.0L, -2LL) != 3 * 14.5 + 0.25 + 8589934592.0) abort();
    return 0;
}
