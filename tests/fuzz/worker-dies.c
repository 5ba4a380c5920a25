// Workers are killed; nothing is lost: all paths are run, the error is found.
// REQUIRES: shrike
// RUN: rm -rf %t && mkdir %t
// RUN: %workerdies -j 2 --no-mutate --output %t/out --timeout 50 %s > %t/log 2>&1
// RUN: %check %s < %t/log
#include <assert.h>
extern signed char lct_get_byte(void);

int main(void) {
    unsigned sum = 0;
    for (int i = 0; i < 14; i++) {
        volatile signed char b = lct_get_byte();
        if (b > 100) sum += 1u << i;
    }
    for (volatile int i = 0; i < 2000; i++) {}
    // CHECK: worker-dies.c:[[#@LINE+1]]:{{.*}}assertion failed
    assert(sum != 0x2aaa);
    return 0;
}
// CHECK: 16383  of them possible
// CHECK: 3  workers that died
// CHECK: 1 errors (1 confirmed)
// CHECK: COMPLETE
// CHECK: status 10
