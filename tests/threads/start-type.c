// A thread begins with a function of another type: the call that creates it is the error, and the native program shows it.
// RUN: %unsafe --once -DV=1 %s | FileCheck -DLINE=26 %s
// RUN: %unsafe --once -DV=2 %s | FileCheck -DLINE=29 %s
// RUN: %unsafe --once -DV=3 %s | FileCheck -DLINE=32 %s
// RUN: %safe --once -DV=4 %s
// RUN: %safe --once -m32 -DV=1 %s
// RUN: %safe --once --check=memory -DV=5 %s
#include <pthread.h>
#include <threads.h>

static int number(int x) { return x; }
static int fits(void *p) { return p != 0; }
static double real(void *p) { return p != 0; }
static long word(long x) { return x; }
static void *less(void) { return 0; }
static void none(void *p) { (void)p; }

typedef void *start(void *);

int main(void) {
    pthread_t t;
    thrd_t c;
    (void)t, (void)c;
#if V == 1
    // int instead of a pointer
    pthread_create(&t, 0, (start *)number, 0);
    pthread_join(t, 0);
#elif V == 2
    thrd_create(&c, (thrd_start_t)real, 0);
    thrd_join(c, 0);
#elif V == 3
    pthread_create(&t, 0, (start *)fits, 0);
    pthread_join(t, 0);
#else
    thrd_create(&c, fits, 0), thrd_join(c, 0);
    pthread_create(&t, 0, (start *)word, 0), pthread_join(t, 0);
    pthread_create(&t, 0, (start *)less, 0), pthread_join(t, 0);
    pthread_create(&t, 0, (start *)none, 0), pthread_join(t, 0);
#endif
    return 0;
}
// CHECK: start-type.c:[[LINE]]:5: error: call of '{{.*}}' as a function of another type
