// RUN: %shrike reach --memory-model=tso --no-confirm --at tso-reach.c:22 -DFENCE %s | FileCheck --check-prefix=NO %s
// RUN: not %shrike reach --memory-model=tso --no-confirm --at tso-reach.c:22 %s | FileCheck --check-prefix=YES %s
// NO: UNREACHABLE (tso)
// YES: REACHABLE (tso)
#include <pthread.h>
#include <stdatomic.h>
int x, y, r, s, both;
#ifdef FENCE
#define F() atomic_thread_fence(memory_order_seq_cst)
#else
#define F() (void)0
#endif
static void *one(void *a) { x = 1; F(); r = y; return a; }
static void *two(void *a) { y = 1; F(); s = x; return a; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    if (!r && !s)
        both = 1;
    return 0;
}
