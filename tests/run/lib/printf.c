// RUN: %same %s
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
    printf("%d|%5d|%-5d|%05d|%+d|% d|%.3d|%8.3d\n", 42, 42, 42, 42, 42, 42, 42, 42);
    printf("%u|%x|%X|%#x|%o|%#o|%08x\n", 255u, 255u, 255u, 255u, 8u, 8u, 0xbeefu);
    printf("%hhd|%hd|%ld|%lld|%zu|%td|%jd\n", (signed char)-1, (short)-2, -3L, -4LL, (size_t)5, (ptrdiff_t)-6, (intmax_t)7);
    printf("%c|%3c|%-3c|%s|%10s|%-10s|%.2s|%*d|%-*d|%.*s\n", 'a', 'b', 'c', "str", "right", "left", "cut", 6, 1, 6, 2, 3, "prefix");
    printf("%f|%.2f|%10.3f|%-10.1f|%+.1f|%e|%.2E|%g|%G|%g\n", 1.5, 2.345, 3.14159, 2.25, 1.0, 12345.678, 0.00012, 1e10, 1e-10, 100.0);
    printf("%g %g %g %g %.0f %#.0f %.15g\n", 0.0, 1e6, 1e5, 123456789.0, 2.5, 3.0, 0.1);
    printf("%5.1f|%05.1f|%a|%Lf\n", -1.25, -1.25, 1.0, 2.5L);
    printf("%%|%n", &(int){0});
    printf("%" PRIu64 " %" PRIx32 " %" PRId8 "\n", UINT64_MAX, 0xabcdefu, (int8_t)-8);
    printf("%2$s %1$s\n", "world", "hello");
    printf("%p %p\n", (void *)0, (void *)0x1234);
    int n = printf("count\n");
    printf("%d\n", n);
    char b[10];
    n = snprintf(b, sizeof b, "%s", "longer than ten");
    printf("%d %s\n", n, b);
    n = sprintf(b, "%d", -123);
    printf("%d %s %d\n", n, b, snprintf(NULL, 0, "%100d", 1));
    fputs("fputs\n", stdout);
    putchar('x');
    putc('y', stdout);
    fputc('\n', stdout);
    fwrite("raw\0byte\n", 1, 9, stdout);
    fprintf(stdout, "%s\n", (char *)"done");
    return 0;
}
