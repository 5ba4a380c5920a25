// A weak compare-exchange may fail where the values are equal. x86's never do, and a proof says that it rests on it.
// RUN: %safe %s | FileCheck %s
// RUN: %safe --once --engine=bmc %s | FileCheck %s
// RUN: %safe -DSTRONG %s | FileCheck --check-prefix=STRONG %s
// RUN: %unsafe -DBUG %s
#include <assert.h>
#include <stdatomic.h>

static atomic_int lock;

int main(void) {
    int free = 0, other = 5;
#ifdef STRONG
    assert(atomic_compare_exchange_strong(&lock, &free, 1));
#else
    assert(atomic_compare_exchange_weak(&lock, &free, 1)); // CHECK: assuming that a weak compare-exchange fails only where the values differ ({{.*}}:[[#@LINE]]
#endif
    assert(!__atomic_compare_exchange_n((int *)&lock, &other, 2, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED) && other == 1);
#ifdef BUG
    assert(!atomic_compare_exchange_weak_explicit(&lock, &other, 2, memory_order_relaxed, memory_order_relaxed));
#endif
    return 0;
}
// STRONG-NOT: weak
