// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

#ifdef FIXED
#define LAST 9
#else
#define LAST 10
#endif

static int sum(const int *a) {
    int s = 0;
    for (int i = 0; i <= LAST; i++)
        s += a[i];
    return s;
}

int main(void) {
    int *a = calloc(10, sizeof *a);
    int s = sum(a);
    free(a);
    return s;
}
// CHECK: oob-heap-read.c:14:14: error: out-of-bounds read of 4 bytes: {{.*}}end of the 40-byte heap block allocated at oob-heap-read.c:19:14 [out-of-bounds]
// CHECK-NEXT: 14 |         s += a[i];
// CHECK-NEXT: |              ^
// CHECK-NEXT: in sum at oob-heap-read.c:14:14
// CHECK-NEXT: called from main at oob-heap-read.c:20:13
