// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

int main(void) {
#ifdef FIXED
    char *p = malloc(11);
#else
    char *p = malloc(10);
#endif
    p[10] = 'x';
    free(p);
    return 0;
}
// CHECK: oob-heap-write.c:11:11: error: out-of-bounds write of 1 byte: {{.*}}10-byte heap block allocated at oob-heap-write.c:9:15 [out-of-bounds]
