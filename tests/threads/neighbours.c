// Bit-fields that lie side by side are one memory location, whatever is asked for: compilers write them together.
// RUN: %unsafe --check=assert %s
// RUN: %unsafe %s
// RUN: %unsafe --check=race %s
// RUN: %safe --check=assert -DAPART %s
// RUN: %safe --check=race -DAPART %s
#include <assert.h>
#include <pthread.h>

static struct {
    unsigned a : 8;
#ifdef APART
    unsigned : 0;
#endif
    unsigned b : 8;
} s;

static void *other(void *arg) {
    s.a = 1;
    return arg;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    s.b = 1;
    pthread_join(t, 0);
    assert(s.a == 1 && s.b == 1);
    return 0;
}
