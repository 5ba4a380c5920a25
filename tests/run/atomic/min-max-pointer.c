// RUN: %same %s
#include <stdatomic.h>
#include <stdio.h>

static int cells[4] = {1, 2, 3, 4};
static _Atomic(int *) cursor = cells;
static _Atomic double sum;
static _Atomic _Bool done;

int main(void) {
    int *old = atomic_fetch_add(&cursor, 2);
    printf("%d %d\n", *old, *atomic_load(&cursor));
    int *next = cells + 1;
    atomic_exchange(&cursor, next);
    printf("%d\n", *cursor);
    sum += 2.5;
    sum = sum * 2;
    done = 3;
    printf("%g %d\n", sum, done);
    int m = 5;
    __atomic_fetch_max(&m, 9, __ATOMIC_SEQ_CST);
    __atomic_fetch_min(&m, 7, __ATOMIC_SEQ_CST);
    unsigned u = 5;
    __atomic_fetch_max(&u, -1u, __ATOMIC_SEQ_CST);
    printf("%d %u\n", m, u);
    return 0;
}
