// Variable arguments that x86-64 passes in registers lie there one after the other, whatever
// their alignment; those in memory are aligned.
// RUN: %same %s
// RUN: %same -m32 %s
#include <stdarg.h>
#include <stdio.h>

struct pair { long long a, b; };
struct __attribute__((aligned(16))) wide { long long a, b; };
struct __attribute__((aligned(16))) mixed { double a; long long b; };
struct small { float x, y; };
typedef int four __attribute__((vector_size(16)));
#ifdef __SIZEOF_INT128__
typedef __int128 big;
#else
typedef long long big;
#endif

static long long sum(const char *what, ...) {
    va_list ap;
    long long n = 0;
    va_start(ap, what);
    for (; *what; what++) {
        n *= 3;
        switch (*what) {
        case 'i': n += va_arg(ap, int); break;
        case 'l': n += va_arg(ap, long long); break;
        case 'd': n += (long long)va_arg(ap, double); break;
        case 'L': n += (long long)va_arg(ap, long double); break;
        case 'b': n += (long long)va_arg(ap, big); break;
        case 'p': { struct pair v = va_arg(ap, struct pair); n += v.a + 2 * v.b; break; }
        case 'w': { struct wide v = va_arg(ap, struct wide); n += v.a + 2 * v.b; break; }
        case 'm': { struct mixed v = va_arg(ap, struct mixed); n += (long long)v.a + 2 * v.b; break; }
        case 's': { struct small v = va_arg(ap, struct small); n += (long long)(v.x + 2 * v.y); break; }
        case 'v': { four v = va_arg(ap, four); n += v[0] + 2 * v[3]; break; }
        }
    }
    va_end(ap);
    return n;
}

int main(void) {
    struct pair p = {1, 2};
    struct wide w = {3, 4};
    struct mixed m = {5, 6};
    struct small s = {7, 8};
    four v = {9, 10, 11, 12};
    big b = -13;
    printf("%lld\n", sum("w", w));
    printf("%lld\n", sum("iw", 1, w));
    printf("%lld\n", sum("iiiw", 1, 2, 3, w));
    printf("%lld\n", sum("iiiiwi", 1, 2, 3, 4, w, 5));
    printf("%lld\n", sum("iiiiiw", 1, 2, 3, 4, 5, w));
    printf("%lld\n", sum("iiiiiiw", 1, 2, 3, 4, 5, 6, w));
    printf("%lld\n", sum("bib", b, 1, b));
    printf("%lld\n", sum("iiiiiib", 1, 2, 3, 4, 5, 6, b));
    printf("%lld\n", sum("mpimd", m, p, 1, m, 2.0));
    printf("%lld\n", sum("dddddddddm", 1., 2., 3., 4., 5., 6., 7., 8., 9., m));
#ifdef __x86_64__ /* clang passes vectors otherwise than it takes them for 32 bits */
    printf("%lld\n", sum("dsvidL", 1., s, v, 2, 3., 4.L));
    printf("%lld\n", sum("iLvLs", 1, 2.L, v, 3.L, s));
#endif
    return 0;
}
