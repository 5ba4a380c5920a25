// RUN: %same %s
#include <stdarg.h>
#include <stdio.h>

static int vsum(int n, va_list ap) {
    int s = 0;
    while (n--) s += va_arg(ap, int);
    return s;
}
static int sum_twice(int n, ...) {
    va_list a, b;
    va_start(a, n);
    va_copy(b, a);
    int first = va_arg(b, int);
    int s = vsum(n, a) * 1000 + vsum(n - 1, b) + first;
    va_end(a);
    va_end(b);
    return s;
}
static int format(char *out, size_t size, const char *fmt, ...) {
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(out, size, fmt, ap);
    va_end(ap);
    return n;
}
static int take_pointer(va_list *ap) { return va_arg(*ap, int); }
static int by_pointer(int n, ...) {
    va_list ap;
    va_start(ap, n);
    int r = take_pointer(&ap) - take_pointer(&ap);
    r = r * 100 + va_arg(ap, int);
    va_end(ap);
    return r;
}

int main(void) {
    char text[20];
    int n = format(text, sizeof text, "%s-%05d-%.3f", "abc", 42, 2.5);
    printf("%d %d '%s' %d\n", sum_twice(4, 1, 2, 3, 4), n, text, by_pointer(0, 9, 4, 7));
    return 0;
}
