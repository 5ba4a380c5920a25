// RUN: %bug %s | %check %s
// A pointer is judged by the object it came from, wherever it now points.
#include <stdlib.h>

int main(void) {
    char *a = malloc(16), *b = malloc(16);
    long apart = b - a;
    a[apart] = 1;
    return b[0];
}
// REQUIRES: shrike
// XFAIL: *
// CHECK: oob-far.c:8:14: error: out-of-bounds write of 1 byte: {{.*}}16-byte heap block allocated at oob-far.c:6:15 [out-of-bounds]
