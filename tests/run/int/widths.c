// RUN: %same %s
// Arithmetic in every width wraps, promotes and converts as compiled.
#include <stdint.h>
#include <stdio.h>

#define SHOW(type, fmt, a, b)                                                              \
    do {                                                                                   \
        volatile type x = (type)(a), y = (type)(b);                                        \
        printf(#type ": " fmt " " fmt " " fmt " " fmt " " fmt " %d %d\n", (type)(x + y),   \
               (type)(x - y), (type)(x * y), (type)(x / y), (type)(x % y), x < y, x == y); \
    } while (0)

int main(void) {
    SHOW(int8_t, "%d", 100, 7);
    SHOW(uint8_t, "%u", 200, 100);
    SHOW(int16_t, "%d", -30000, 3);
    SHOW(uint16_t, "%u", 40000, 40001);
    SHOW(int32_t, "%d", -7, 2);
    SHOW(uint32_t, "%u", 4000000000u, 7);
    SHOW(int64_t, "%ld", -1234567890123, 1000);
    SHOW(uint64_t, "%lu", 18446744073709551615u, 10);
    SHOW(char, "%d", 'a', 3);
    SHOW(long long, "%lld", INT64_MIN / 4 + 5, -2);
    return 0;
}
