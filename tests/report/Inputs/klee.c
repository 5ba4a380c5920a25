#include <klee/klee.h>

int table[4];

int main(void) {
    unsigned char bytes[2];
    klee_make_symbolic(bytes, sizeof bytes, "bytes");
    klee_assume(bytes[0] > 200);
    int n = klee_int("n");
    if (bytes[1] == 9) return table[bytes[0]] + n;
    return 0;
}
