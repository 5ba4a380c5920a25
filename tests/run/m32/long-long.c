// RUN: %same -m32 %s
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile int64_t a = -123456789012345, b = 987654321;
    volatile uint64_t u = 0xfedcba9876543210u;
    printf("%lld %lld %lld\n", (long long)(a * 3), (long long)(a / b), (long long)(a % b));
    printf("%llu %llu %llx\n", (unsigned long long)(u / 1000007), (unsigned long long)(u % 1000007), (unsigned long long)(u >> 13));
    printf("%d %d %.15g %lld\n", a < b, u > (uint64_t)a, (double)a, (long long)((double)u / 4));
    return 0;
}
