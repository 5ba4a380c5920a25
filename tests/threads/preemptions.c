// RUN: %verdict 'SAFE (0 preemptions)' --preemptions=0 --no-confirm %s | FileCheck %s
// RUN: %unsafe --preemptions=1 %s
// RUN: %unsafe %s
#include <assert.h>
#include <pthread.h>
int x;
static void *add(void *arg) {
    x = x + 1;
    return arg;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(x == 2);
    return 0;
}
// CHECK: by threads, up to the bound
// CHECK: assuming that no thread loses its turn more often than --preemptions says
