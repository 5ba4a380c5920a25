// RUN: %bug %s | %check %s
#include <stdlib.h>

int main(void) {
    int *p = malloc((size_t)-1 / 2);
    *p = 3;
    return 0;
}
// CHECK: null-write.c:6:8: error: {{.*}}write{{.*}} [null-dereference]
