// RUN: %replay CONFIRMED assertion-failure:18 %s -- time=i64:1700000000
// RUN: %replay DIFFERENT assertion-failure:18 %s -- time=i64:1700000001 random=bytes:00000000
// RUN: %replay CONFIRMED assertion-failure:19 %s -- time=i64:5 random=bytes:efbeadde
// RUN: %replay DIFFERENT assertion-failure:19 %s -- time=i64:5 random=bytes:efbead00
// RUN: %replay CONFIRMED assertion-failure:21 %s -- time=i64:5 random=bytes:00000000 rand=i32:7 rand=i32:8
// RUN: %replay DIFFERENT assertion-failure:21 %s -- time=i64:5 random=bytes:00000000 rand=i32:8 rand=i32:7
// RUN: %replay CONFIRMED assertion-failure:23 %s -- time=i64:5 random=bytes:00000000 rand=i32:1 rand=i32:1 clock=i64:3 subsecond=i32:4
// RUN: %replay CONFIRMED assertion-failure:26 -m32 %s -- time=i64:5 random=bytes:00000000 rand=i32:1 rand=i32:1 clock=i64:3 subsecond=i32:5 clock=i64:9 subsecond=i32:999999999
// RUN: %replay CONFIRMED assertion-failure:27 %s -- time=i64:5 random=bytes:00000000 rand=i32:1 rand=i32:1 clock=i64:3 subsecond=i32:5 clock=i64:9 subsecond=i32:0 cycles=i64:77
// RUN: %replay CONFIRMED assertion-failure:28 %s --
// Clocks and random numbers are inputs; without one in the test the real function answers.
#include <assert.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>
static unsigned number(void) { unsigned v = 0; return getrandom(&v, sizeof v, 0) == sizeof v ? v : 1; }
int main(void) {
    assert(time(NULL) != 1700000000);
    assert(number() != 0xdeadbeef);
    int a = rand();
    assert(!(a == 7 && random() == 8));
    if (a != 7) (void)random();
    assert(clock() != 3000004);
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    assert(!(t.tv_sec == 9 && t.tv_nsec == 999999999));
    assert(__builtin_readcyclecounter() != 77);
    assert(time(NULL) < 1600000000); /* now */
    return 0;
}
