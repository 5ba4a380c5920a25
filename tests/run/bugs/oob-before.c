// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

int main(void) {
    long *p = malloc(4 * sizeof *p);
#ifdef FIXED
    int i = 0;
#else
    int i = -1;
#endif
    p[i] = 5;
    free(p);
    return 0;
}
// CHECK: oob-before.c:12:10: error: out-of-bounds write of 8 bytes: {{.*}}before {{.*}}32-byte heap block allocated at oob-before.c:6:15 [out-of-bounds]
