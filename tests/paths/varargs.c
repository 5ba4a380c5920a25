/* variable arguments: a small printf */
#include <stdarg.h>
#include <klee/klee.h>
static int format(const char *f, ...) {
    va_list list;
    int sum = 0;
    va_start(list, f);
    for (; *f; f++) {
        if (*f != '%') continue;
        switch (*++f) {
        case 'd': sum += va_arg(list, int); break;
        case 'l': sum += (int)va_arg(list, long); break;
        case 's': sum += va_arg(list, const char *)[0]; break;
        case 0: f--; break;
        }
    }
    va_end(list);
    return sum;
}
int main(void) {
    char f[5];
    klee_make_symbolic(f, sizeof f, "format");
    f[4] = 0;
    if (f[0] != '%' || (f[2] && f[2] != '%')) return 1;
    if (f[1] != 'd' || (f[3] != 'l' && f[3])) return 2;
    return format(f, 3, 4L) > 5;
}
