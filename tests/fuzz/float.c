// A number is converted to floating point, and used as an integer as well: only the former
// stands for one value.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t && printf '5' > %t/seed
// RUN: not %shrike fuzz --no-mutate --seeds %t/seed --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

volatile double kept;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 1 || data[0] < '0' || data[0] > '9') return 0;
    long n = data[0] - '0';
    kept = (double)n / 3;
    char *block = calloc(8, 1);
    if (!block) return 0;
    // CHECK: float.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    block[n] = 1;
    free(block);
    return 0;
}
// CHECK: 1 errors (1 confirmed)
