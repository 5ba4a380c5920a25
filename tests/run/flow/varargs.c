// RUN: %same %s
// RUN: %same -m32 %s
#include <stdarg.h>
#include <stdio.h>

struct small { int a, b; };
struct large { long v[6]; char tag; };
struct dd { double x, y; };

static void show(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    for (; *types; types++) switch (*types) {
        case 'i': printf("%d ", va_arg(ap, int)); break;
        case 'u': printf("%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("%ld ", va_arg(ap, long)); break;
        case 'q': printf("%lld ", va_arg(ap, long long)); break;
        case 'd': printf("%g ", va_arg(ap, double)); break;
        case 'D': printf("%Lg ", va_arg(ap, long double)); break;
        case 's': printf("%s ", va_arg(ap, char *)); break;
        case 'c': printf("%c ", va_arg(ap, int)); break;
        case 'p': printf("%d ", *va_arg(ap, int *)); break;
        case 'S': { struct small x = va_arg(ap, struct small); printf("{%d %d} ", x.a, x.b); break; }
        case 'L': { struct large x = va_arg(ap, struct large); printf("{%ld %c} ", x.v[5], x.tag); break; }
        case 'E': { struct dd x = va_arg(ap, struct dd); printf("{%g %g} ", x.x, x.y); break; }
        }
    va_end(ap);
    printf("\n");
}

int main(void) {
    int n = 77;
    struct large big = {{1, 2, 3, 4, 5, 6}, 'T'};
    show("iuqdsc", -1, 2u, 1LL << 40, 1.5, "str", 'c');
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12);
    show("idididid", 1, .1, 2, .2, 3, .3, 4, .4);
    show("SLEpSDl", (struct small){1, 2}, big, (struct dd){.5, .25}, &n, (struct small){3, 4}, 9.75L, 5L);
    show("iiiiSSd", 1, 2, 3, 4, (struct small){5, 6}, (struct small){7, 8}, 9.5);
    show("dddddddEEi", 1., 2., 3., 4., 5., 6., 7., (struct dd){8, 9}, (struct dd){10, 11}, 12);
    show("DiDl", 1.25L, 1, 2.5L, 3L);
    show("");
    return 0;
}
