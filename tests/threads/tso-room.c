// RUN: %safe --once --tso --no-confirm %s | FileCheck %s
// More stores than a buffer holds, and functions of the library: the proof says what it stands on.
// CHECK: assuming that stores reach memory before a call of a library function
// CHECK: assuming that a thread delays at most 24 stores
#include <assert.h>
#include <pthread.h>
#include <string.h>
char text[8];
int x, y, z, a = -1;
static void *t0(void *arg) {
    text[0] = 'a';
    assert(strlen(text) == 1);
    for (int i = 0; i < 30; i++) z = i;
    x = 1;
    a = y;
    return arg;
}
static void *t1(void *arg) {
    y = 1;
    if (x == 0) z = -1;
    return arg;
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, t0, 0);
    pthread_create(&t, 0, t1, 0);
    pthread_join(s, 0);
    pthread_join(t, 0);
    assert(z == 29 || z == -1);
}
