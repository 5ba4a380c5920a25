// RUN: sh -c 'rm -rf %t; %shrike test --only-new --trace-paths --sym-stdin 1 --max-instructions 20000 --output %t %s > %t.said 2>&1 || true'
// RUN: sh -c '%shrike replay --trace %s %t/*.ktest > %t.log'
// RUN: sh -c 'cat %t/*.trace' | FileCheck %s
// RUN: not grep DIFFERENT %t.log
// RUN: grep 'path: the same' %t.log
// A path that a limit cuts off leads nowhere: the native run, which goes on, is compared up to there.
#include <stdio.h>

int main(void) {
    volatile int sum = 0;
    if (getchar() != 'x') return 0;
    for (int i = 0; i < 1000000; i++) sum += i;
    return sum == 3;
}
// CHECK: , cut
