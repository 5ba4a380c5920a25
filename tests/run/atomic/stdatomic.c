// RUN: %same %s
#include <stdatomic.h>
#include <stdio.h>

static atomic_int counter = 5;
static _Atomic unsigned char small = 250;
static _Atomic(long) big;
static atomic_flag flag = ATOMIC_FLAG_INIT;
static _Atomic(struct pair { int a, b; }) pair;

int main(void) {
    int old = atomic_fetch_add(&counter, 3);
    printf("%d %d\n", old, atomic_load(&counter));
    small += 10;
    counter++;
    big -= 7;
    printf("%d %d %ld\n", small, counter, big);
    printf("%d %d\n", atomic_fetch_or(&counter, 16), atomic_fetch_and(&counter, 24));
    printf("%d %d %d\n", atomic_fetch_xor(&counter, 1), atomic_exchange(&counter, 100), counter);
    int expected = 99;
    printf("%d ", atomic_compare_exchange_strong(&counter, &expected, 1));
    printf("%d ", expected);
    printf("%d %d\n", atomic_compare_exchange_strong(&counter, &expected, 1), counter);
    printf("%d %d\n", atomic_flag_test_and_set(&flag), atomic_flag_test_and_set(&flag));
    atomic_flag_clear(&flag);
    struct pair p = {3, 4};
    atomic_store(&pair, p);
    p = atomic_load_explicit(&pair, memory_order_acquire);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_signal_fence(memory_order_acq_rel);
    printf("%d %d %d\n", p.a, p.b, atomic_is_lock_free(&counter));
    return 0;
}
