// RUN: %bug --loose %s | %check %s
#include <stdlib.h>

static int global[4];

int main(void) {
    int *p = global;
    free(p);
    return 0;
}
// CHECK: free-global.c:8:5: error: {{.*}}global{{.*}} [invalid-free]
