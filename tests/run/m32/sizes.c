// RUN: %same -m32 %s
// RUN: %same %s
#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct s { char c; long long q; double d; long l; void *p; };

int main(void) {
    printf("%zu %zu %zu %zu %zu\n", sizeof(long), sizeof(void *), sizeof(size_t), sizeof(long double), sizeof(wchar_t));
    printf("%zu %zu %zu\n", sizeof(struct s), offsetof(struct s, q), _Alignof(long long));
    printf("%ld %lu\n", LONG_MAX, ULONG_MAX);
    printf("%d\n", (int)(SIZE_MAX >> 31));
    volatile long x = 100000;
    printf("%d\n", (int)((unsigned long)x * (unsigned long)x > 9000000000u));
    return 0;
}
