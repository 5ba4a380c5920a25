// RUN: %bug --loose %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

struct big { int v[64]; };

int main(void) {
    struct big *p = calloc(1, sizeof *p), local;
#ifdef FIXED
    local = *p;
#else
    local = *(struct big *)((char *)p + 4);
#endif
    int r = local.v[0];
    free(p);
    return r;
}
// CHECK: oob-struct-copy.c:12:13: error: out-of-bounds read of 256 bytes: {{.*}}256-byte heap block allocated at oob-struct-copy.c:8:21 [out-of-bounds]
