// RUN: %unsafe --no-confirm %s | FileCheck %s
// The life of a variable that another thread knows ends with its function: that and the access are in either order.
#include <pthread.h>
int *p, y, done;
static void *owner(void *arg) {
    int x = 0;
    p = &x;
    y = 1;
    return arg;
}
static void *other(void *arg) {
    int *q = p;
    if (!q) return arg;
    *q = 1;
    done = 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&b, 0, other, 0);
    pthread_create(&a, 0, owner, 0);
    pthread_join(b, 0);
    pthread_join(a, 0);
    return 0;
}
// CHECK: after the end of a variable's life
