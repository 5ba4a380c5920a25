// RUN: %same %s
#include <stdio.h>

int main(void) {
    int x = 10;
    long y = -1;
    char c = 'a';
    int a = __sync_fetch_and_add(&x, 5), b = __sync_add_and_fetch(&x, 5);
    printf("%d %d %d\n", a, b, x);
    printf("%d ", __sync_bool_compare_and_swap(&x, 20, 7));
    printf("%d %d\n", __sync_val_compare_and_swap(&x, 1, 2), x);
    printf("%ld %ld\n", __sync_fetch_and_and(&y, 0xff), __sync_sub_and_fetch(&y, 5));
    printf("%d\n", __sync_fetch_and_nand(&x, 3));
    printf("%d %d\n", x, __sync_lock_test_and_set(&c, 'z'));
    __sync_lock_release(&c);
    __sync_synchronize();
    printf("%d\n", c);
    printf("%d ", __atomic_fetch_sub(&x, 1, __ATOMIC_RELAXED));
    printf("%d ", __atomic_xor_fetch(&x, 12, __ATOMIC_SEQ_CST));
    int want = x, next = 55;
    printf("%d ", __atomic_compare_exchange(&x, &want, &next, 1, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    int got;
    __atomic_load(&x, &got, __ATOMIC_ACQUIRE);
    printf("%d\n", got);
    return 0;
}
