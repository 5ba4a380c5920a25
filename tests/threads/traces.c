// RUN: %safe --no-confirm --stats %s 2>&1 | FileCheck %s
// RUN: %safe --no-confirm --stats -DMEET %s 2>&1 | FileCheck --check-prefix=MEET %s
// RUN: %unsafe --no-confirm -DMEET -DBAD %s
// Threads that do not meet are one trace, however many there are; four that write one variable are 24. The search over
// states would visit many more, and come to fewer ends.
#include <assert.h>
#include <pthread.h>
#define N 4
int x[N], last;
static void *work(void *arg) {
    int i = *(int *)arg;
    x[i] = 1;
    x[i] += i;
#ifdef MEET
    last = i;
#endif
    return arg;
}
int main(void) {
    pthread_t t[N];
    int number[N];
    for (int i = 0; i < N; i++) number[i] = i;
    for (int i = 0; i < N; i++) pthread_create(&t[i], 0, work, &number[i]);
    for (int i = 0; i < N; i++) pthread_join(t[i], 0);
    for (int i = 0; i < N; i++) assert(x[i] == i + 1);
#ifdef BAD
    assert(last != 2);
#endif
    return 0;
}
// CHECK: {{^explore +1 +}}paths explored
// CHECK: {{^threads +[0-9][0-9] +}}states in which threads take turns
// MEET: {{^explore +24 +}}paths explored
