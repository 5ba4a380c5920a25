// RUN: %same %s
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile long v[] = {0, 1, -1, 127, 128, 255, 256, 32768, -32769, 2147483648, -2147483649, INT64_MAX, INT64_MIN};
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        long x = v[i];
        printf("%d %u %d %u %d %u %lu %p\n", (int8_t)x, (uint8_t)x, (int16_t)x, (uint16_t)x, (int32_t)x,
               (uint32_t)x, (uint64_t)(int32_t)x, (void *)(uintptr_t)(uint32_t)x);
    }
    return 0;
}
