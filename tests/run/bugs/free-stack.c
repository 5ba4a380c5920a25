// RUN: %bug --loose %s | %check %s
#include <stdlib.h>

int main(void) {
    int local;
    free(&local);
    return 0;
}
// CHECK: free-stack.c:6:5: error: {{.*}}local{{.*}} [invalid-free]
