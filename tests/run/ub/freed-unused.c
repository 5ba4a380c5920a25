// RUN: %bug %s | %check %s
#include <stdlib.h>

int main(void) {
    int *p = malloc(4);
    *p = 1;
    free(p);
    int unused = *p;
    (void)unused;
    return 0;
}
// CHECK: freed-unused.c:8:18: error: {{.*}} [use-after-free]
