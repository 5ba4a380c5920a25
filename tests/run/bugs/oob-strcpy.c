// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
// Inside a library function: the report names the caller's line as well.
#include <stdlib.h>
#include <string.h>

int main(void) {
#ifdef FIXED
    char *p = malloc(9);
#else
    char *p = malloc(8);
#endif
    strcpy(p, "too long");
    free(p);
    return 0;
}
// CHECK: error: out-of-bounds write of {{.*}}8-byte heap block allocated at oob-strcpy.c:11:15 [out-of-bounds]
// CHECK: main at oob-strcpy.c:13:5
