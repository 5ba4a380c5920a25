// Each thread has an errno of its own: no race, and nobody else changes it.
// RUN: %safe --once --check=race %s
// RUN: %safe --once %s
// RUN: %unsafe --once -DBUG %s
#include <errno.h>
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
static void *f(void *p){ errno = 5;
#ifdef BUG
 assert(errno==6);
#else
 assert(errno==5);
#endif
 return p; }
int main(void){ pthread_t t; errno = 3; pthread_create(&t,0,f,0); errno = 7; assert(errno==7); pthread_join(t,0); assert(errno==7); return 0; }
