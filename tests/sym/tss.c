// Thread-specific values of threads.h, also in a program with one thread.
// RUN: %safe --check=assert,memory,leak %s
// RUN: %safe --once --check=assert,memory,leak -DTHREAD %s
// RUN: %unsafe --once -DBUG %s
#include <threads.h>
#include <assert.h>
#include <stdlib.h>
static tss_t k; static int destroyed;
static void d(void*p){ destroyed++; free(p); }
#ifdef THREAD
static int f(void*p){ assert(tss_get(k)==0); int *q=malloc(4); if(q){ tss_set(k,q);} return 0; }
#endif
int main(void){ assert(tss_create(&k,d)==thrd_success); int x; assert(tss_get(k)==0); assert(tss_set(k,&x)==thrd_success); assert(tss_get(k)==&x);
#ifdef BUG
 assert(tss_get(k) == 0);
#endif
#ifdef THREAD
 thrd_t t; thrd_create(&t,f,0); thrd_join(t,0); assert(destroyed<=1); assert(tss_get(k)==&x);
#ifdef BUG
 assert(tss_get(k) == 0);
#endif
#endif
 tss_delete(k); return 0; }
