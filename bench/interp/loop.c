/* Integer arithmetic in one tight loop: the bare cost of an instruction. */
#include "kernel.h"

static unsigned run(unsigned n) {
    unsigned x = 12345, y = 0;
    for (unsigned i = 0; i < n; i++) {
        x = x * 1664525u + 1013904223u;
        y ^= (x >> 7) + i;
        y += y << 3;
    }
    return y;
}

int main(int argc, char **argv) {
    return kernel_check(run(kernel_scale(argc, argv, 5000000)), run, 1000, 1822187997u);
}
