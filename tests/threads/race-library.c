// Races in functions of the library: with what their arguments point to, and with a state that threads share.
// RUN: %unsafe --check=race -DONE='memset(a,1,8)' -DOTHER='r=a[3]' %s | FileCheck %s
// RUN: %unsafe --check=race -DONE='memcpy(a,b,8)' -DOTHER='b[7]=1' %s
// RUN: %unsafe --check=race -DONE='memmove(a+1,a,4)' -DOTHER='r=a[4]' %s
// RUN: %unsafe --check=race -DONE='r=memcmp(a,b,4)' -DOTHER='b[3]=1' %s
// RUN: %unsafe --check=race -DONE='r=memcmp("a",b,2)' -DOTHER='b[1]=1' %s
// RUN: %unsafe --check=race -DONE='strcpy(a,"ab")' -DOTHER='r=strlen(a)' %s
// RUN: %unsafe --check=race -DONE='strcpy(a,"ab")' -DOTHER='r=a[2]' %s
// RUN: %unsafe --check=race -DONE='strcpy(a,b)' -DOTHER='b[0]=1' %s
// RUN: %unsafe --check=race -DONE='sprintf(a,"%%d",17)' -DOTHER='r=a[1]' %s
// RUN: %unsafe --check=race -DONE='snprintf(a,8,"%%d",17)' -DOTHER='a[2]=1' %s
// RUN: %unsafe --check=race -DONE='strtok(a,",")' -DOTHER='strtok(b,",")' %s | FileCheck --check-prefix=STATE %s
// RUN: %unsafe --check=race -DONE='strtok(0,",")' -DOTHER='strtok(0,",")' %s | FileCheck --check-prefix=STATE %s
// RUN: %unsafe --check=race -DONE='setenv("A","b",1)' -DOTHER='getenv("A")' %s
// RUN: %unsafe --check=race -DONE='gmtime(&when)' -DOTHER='localtime(&when)' %s
// RUN: %unsafe --check=race -DONE='srand48(1)' -DOTHER='lrand48()' %s
// RUN: %unsafe --check=race -DORDERED -DONE='memset(a,1,8)' -DOTHER='r=a[3]' %s
// RUN: %unsafe --check=race -DORDERED -DONE='strtok(0,",")' -DOTHER='strtok(0,",")' %s
// RUN: %safe --check=race --no-confirm -DONE='memset(a,1,4)' -DOTHER='r=a[4]' %s
// RUN: %safe --check=race --no-confirm -DONE='memcpy(a,b,8)' -DOTHER='r=b[7]' %s
// RUN: %safe --check=race --no-confirm -DONE='memmove(a+1,a,4)' -DOTHER='r=a[0]' %s
// RUN: %safe --check=race --no-confirm -DONE='r=memcmp(a,b,4)' -DOTHER='memcmp(b,a,4)' %s
// RUN: %safe --scope="empty environment" --check=race --no-confirm -DONE='getenv("A")' -DOTHER='getenv("A")' %s
// RUN: %unknown --check=race --no-confirm -DLOCKED -DONE='strtok(a,",")' -DOTHER='strtok(b,",")' %s
// RUN: %safe --check=race --no-confirm -DLOCKED -DONE='sprintf(a,"%%d",17)' -DOTHER='r=a[1]' %s
// RUN: %safe --check=race --no-confirm -DONE='rand()' -DOTHER='rand()' %s | FileCheck --check-prefix=LOCKS %s
// RUN: %unknown --check=race --no-confirm -DONE='strcat(a,"b")' -DOTHER='r=b[0]' %s
// RUN: %unknown --check=race --no-confirm -DONE='qsort(a,8,1,compare)' -DOTHER='qsort(a,8,1,compare)' %s
// RUN: %safe --check=assert --no-confirm -DONE='strcpy(a,"ab")' -DOTHER='strtok(b,",")' %s
// CHECK: error: data race: thread {{.}} {{writes|reads}} 'a', which thread {{.}} {{writes|reads}} at {{.*}} with nothing to order them [data-race]
// STATE: error: data race: thread {{.}} writes the state of strtok, which thread {{.}} writes at {{.*}} with nothing to order them [data-race]
// LOCKS: assuming that threads may call rand, random, strerror and strsignal at once, as with glibc
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static char a[9], b[9];
static int r;
static time_t when;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;

int compare(const void *x, const void *y) { return *(const char *)x - *(const char *)y; }

static void lock(void) {
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
}
static void unlock(void) {
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
}

static void *other(void *arg) {
    lock();
#ifdef ORDERED
    if (atomic_load_explicit(&flag, memory_order_relaxed))
#endif
        (void)(OTHER);
    unlock();
    return arg;
}

int main(void) {
    pthread_t t;
#ifdef LOCKED
    lock();
#endif
    strcpy(a, "x,y");
    strcpy(b, "z,w");
    strtok(b, ",");
    unlock();
    pthread_create(&t, 0, other, 0);
    lock();
    (void)(ONE);
    unlock();
#ifdef ORDERED
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
#endif
    pthread_join(t, 0);
    return 0;
}
