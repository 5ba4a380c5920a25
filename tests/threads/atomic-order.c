// RUN: %safe --no-confirm %s
// RUN: %unsafe --no-confirm -DBAD=0 %s
// RUN: %unsafe --no-confirm -DBAD=1 %s
// RUN: %unsafe --no-confirm -DBAD=2 %s
// RUN: %unsafe --no-confirm -DBAD=3 %s
// An atomic section has several accesses, each of which conflicts with another thread: every order of the three.
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
int x, z, seen;
static void *both(void *arg) {
    __VERIFIER_atomic_begin();
    x = x + 2;
    z = 2;
    __VERIFIER_atomic_end();
    return arg;
}
static void *writes(void *arg) {
    x = 1;
    return arg;
}
static void *reads(void *arg) {
    seen = z;
    return arg;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, both, 0);
    pthread_create(&b, 0, writes, 0);
    pthread_create(&c, 0, reads, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    int outcome = (x == 3) * 2 + (seen == 2);
    assert((x == 1 || x == 3) && (seen == 0 || seen == 2));
#ifdef BAD
    assert(outcome != BAD);
#endif
    return outcome;
}
