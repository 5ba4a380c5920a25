// Behind a CRC-32 of a payload, with a table made at run time, and an Adler-32 inside of it.
// From a valid input the checksums are made right again after every change; from one that is
// not valid they are made right first.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t && head -c 32 /dev/zero > %t/seed
// RUN: not %shrike fuzz --no-mutate --stop-on-first --stats --seeds %t/seed --output %t/out %s > %t/log 2>&1
// RUN: %check %s < %t/log
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static uint32_t table[256];

static uint32_t crc32(const uint8_t *p, size_t n) {
    uint32_t c = ~0u;
    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int k = 0; k < 8; k++) table[i] = table[i] & 1 ? 0xedb88320u ^ table[i] >> 1 : table[i] >> 1;
    }
    for (size_t i = 0; i < n; i++) c = table[(c ^ p[i]) & 255] ^ c >> 8;
    return ~c;
}

static uint32_t adler32(const uint8_t *p, size_t n) {
    uint32_t a = 1, b = 0;
    for (size_t i = 0; i < n; i++) {
        a = (a + p[i]) % 65521;
        b = (b + a) % 65521;
    }
    return b << 16 | a;
}

static uint32_t be32(const uint8_t *p) { return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | p[2] << 8 | p[3]; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size != 32 || crc32(data, 28) != be32(data + 28)) return 0;
    if (adler32(data, 24) != be32(data + 24)) return 0;
    int *numbers = calloc(8, sizeof *numbers);
    if (!numbers) return 0;
    // CHECK: crc.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    if (data[3] == 'x' && data[17] > 200) numbers[data[5] & 8] = 1;
    free(numbers);
    return 0;
}
// CHECK: inputs found by repairing checksums
// CHECK: 1 errors (1 confirmed)
