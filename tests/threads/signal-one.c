// RUN: %unsafe %s | FileCheck %s
// A signal wakes one of those that wait, any of them.
#include <assert.h>
#include <pthread.h>
int waiting, first;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static void *sleeper(void *arg) {
    pthread_mutex_lock(&m);
    waiting++;
    pthread_cond_wait(&c, &m);
    if (!first) first = *(int *)arg;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int one = 1, two = 2;
    pthread_create(&a, 0, sleeper, &one);
    pthread_create(&b, 0, sleeper, &two);
    pthread_mutex_lock(&m);
    int both = waiting == 2;
    if (both) pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    if (!both) return 0;
    while (!first) {}
    assert(first == 1);
    return 0;
}
// CHECK: assertion failed: first == 1
// CHECK: this thread is woken = 
