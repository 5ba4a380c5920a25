/* CRC-32 over a buffer: a table look-up for each byte. */
#include "kernel.h"

enum { LENGTH = 65536 };
static unsigned table[256];
static unsigned char buffer[LENGTH];

static void fill(void) {
    for (unsigned i = 0; i < 256; i++) {
        unsigned c = i;
        for (int k = 0; k < 8; k++) c = c & 1 ? 0xedb88320u ^ c >> 1 : c >> 1;
        table[i] = c;
    }
    for (unsigned i = 0; i < LENGTH; i++) buffer[i] = (unsigned char)(i * 31 + (i >> 8));
}

static unsigned run(unsigned rounds) {
    unsigned c = ~0u;
    fill();
    for (unsigned r = 0; r < rounds; r++)
        for (unsigned i = 0; i < LENGTH; i++) c = table[(c ^ buffer[i]) & 255] ^ c >> 8;
    return ~c;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 120)), run, 1, 311501110u);
}
