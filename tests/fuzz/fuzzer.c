// A target for libFuzzer, a random first input, two workers, a corpus of plain files.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: not %shrike fuzz -j 2 --stop-on-first --corpus %t/corpus --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
// RUN: grep -l '^RIFF' %t/corpus/* > %t/names
// RUN: ls -A %t/corpus > %t/names && not grep -q tmp %t/names
// The corpus is enough to get there again: its files are seeds.
// RUN: not %shrike fuzz --seeds %t/corpus --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 8 || memcmp(data, "RIFF", 4) != 0) return 0;
    if (data[4] + data[5] != 300) return 0;
    char *block = malloc(16);
    if (!block) return 0;
    // CHECK: fuzzer.c:[[#@LINE+1]]:{{.*}}out-of-bounds
    memcpy(block, data + 6, data[6] & 31);
    free(block);
    return 0;
}
// CHECK: errors ({{[1-9]}} confirmed)
