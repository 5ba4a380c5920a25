// RUN: %same %s
#include <stdio.h>
#include <string.h>

struct s { int a; char pad[50]; };

int main(void) {
    char a[100], b[100];
    __builtin_memset(a, 'a', sizeof a);
    __builtin_memcpy(b, a, 50);
    __builtin_memset(b + 50, 0, 50);
    __builtin_memmove(a + 10, a + 5, 40);
    volatile int n = 7;
    __builtin_memset(a + n, n, (unsigned)n);
    printf("%d %d %d %zu\n", a[6], a[7], a[14], __builtin_strlen(b));
    printf("%d %d\n", __builtin_memcmp(a, b, 5), __builtin_memcmp(a, b, 8) < 0);
    struct s x = {1, "text"}, y;
    y = x;
    __builtin_memcpy_inline(&x, &y, sizeof x);
    printf("%d %s\n", x.a, x.pad);
    printf("%d %d\n", __builtin_constant_p(5), (int)__builtin_object_size(a, 0));
    printf("%ld\n", __builtin_expect(n, 7) + __builtin_expect_with_probability(n, 1, 0.9));
    __builtin_prefetch(a);
    printf("%d\n", __builtin_abs(-5) + (int)__builtin_labs(-6));
    return __builtin_types_compatible_p(int, signed);
}
