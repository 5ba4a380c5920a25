// RUN: %bug -m32 %s | %check %s
// RUN: %same -m32 -DFIXED %s
// REQUIRES: shrike
#include <stdlib.h>

int main(void) {
    long *p = malloc(4 * sizeof *p);
#ifdef FIXED
    p[3] = 1;
#else
    p[4] = 1;
#endif
    free(p);
    return 0;
}
// CHECK: oob.c:11:10: error: out-of-bounds write of 4 bytes: {{.*}}16-byte heap block allocated at oob.c:7:15 [out-of-bounds]
