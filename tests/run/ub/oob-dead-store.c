// RUN: %bug %s | %check %s
// The block is freed at once: LLVM would delete allocation, store and all.
#include <stdlib.h>

int main(void) {
    char *p = malloc(10);
    p[20] = 1;
    free(p);
    return 0;
}
// CHECK: oob-dead-store.c:7:11: error: out-of-bounds write of 1 byte: {{.*}} [out-of-bounds]
