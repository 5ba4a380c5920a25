#include <assert.h>
#include <pthread.h>
int x;
static void *add(void *arg) {
    x++;
    return arg;
}
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, add, 0);
    pthread_create(&u, 0, add, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(x == 2);
}
