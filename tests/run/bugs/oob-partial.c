// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
// The last bytes of a wide access lie outside.
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *p = calloc(1, 10);
    int x;
#ifdef FIXED
    memcpy(&x, p + 6, 4);
#else
    x = *(int *)(void *)(p + 8);
#endif
    free(p);
    return x;
}
// CHECK: oob-partial.c:13:9: error: out-of-bounds read of 4 bytes: {{.*}}10-byte heap block allocated at oob-partial.c:8:15 [out-of-bounds]
