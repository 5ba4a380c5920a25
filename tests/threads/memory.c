// RUN: %safe --no-confirm %s
// RUN: %unsafe -DFREE %s | FileCheck --check-prefix=FREE %s
// RUN: %unsafe -DSCOPE %s | FileCheck --check-prefix=SCOPE %s
// Memory that another thread has freed, or whose function has returned.
#include <pthread.h>
#include <stdlib.h>
int *p;
pthread_t t;
static void *reader(void *arg) {
    *(int *)arg = 1;
    return arg;
}
#ifdef SCOPE
static void start(void) {
    int local = 0;
    pthread_create(&t, 0, reader, &local);
}
#endif
int main(void) {
    p = malloc(sizeof *p);
    if (!p) return 0;
#ifdef SCOPE
    start();
#else
    pthread_create(&t, 0, reader, p);
#endif
#ifdef FREE
    free(p);
    pthread_join(t, 0);
#else
    pthread_join(t, 0);
    free(p);
#endif
    return 0;
}
// FREE: use-after-free
// SCOPE: use-after-scope
