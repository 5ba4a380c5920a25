// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdint.h>

static uint64_t hash(uint64_t key, uint64_t buckets) { return key % buckets; }

int main(void) {
#ifdef FIXED
    return (int)hash(77, 10);
#else
    return (int)hash(77, 0);
#endif
}
// CHECK: remainder-zero.c:5:67: error: {{.*}}zero{{.*}} [division-by-zero]
