// Magic number, length field and checksum; the file is an argument.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t && head -c 12 /dev/zero > %t/seed
// RUN: not %shrike fuzz --seeds %t/seed --output %t/out %s -- @@ > %t/log 2>&1
// RUN: %check %s < %t/log
#include <stdio.h>

int main(int argc, char **argv) {
    unsigned char b[32];
    int table[8] = {0};
    if (argc < 2) return 1;
    FILE *f = fopen(argv[1], "rb");
    if (!f) return 2;
    size_t n = fread(b, 1, sizeof b, f);
    fclose(f);
    if (n < 8) return 3;
    if ((b[0] | b[1] << 8 | b[2] << 16 | (unsigned)b[3] << 24) != 0xcafebabe) return 4;
    if (b[5] > n - 6) return 5;
    unsigned sum = 0;
    for (size_t i = 6; i < 6u + b[5]; i++) sum = (sum << 1 ^ sum >> 3 ^ b[i]) & 255;
    if (b[5] < 3 || sum != b[4]) return 6;
    // CHECK: checksum.c:[[#@LINE+1]]:{{.*}}out-of-bounds write
    table[sum % 9] = 1;
    return table[0];
}
// CHECK: A-data = "\276\272\376\312
// CHECK: 1 errors (1 confirmed)
