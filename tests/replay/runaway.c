// RUN: %replay NOT-CONFIRMED - --replay-timeout=1 %s -- x=i32:0 | FileCheck %s
// RUN: %replay NOT-CONFIRMED - %s -- x=i32:1 | FileCheck --check-prefix=ABORT %s
// RUN: %replay NOT-CONFIRMED - %s -- x=i32:2 | FileCheck --check-prefix=STATUS %s
// RUN: sh -c '! pgrep -f [s]hrike-runaway-child'
// Nothing that the program starts outlives the replay.
#include <stdlib.h>
#include <unistd.h>
int nondet_int(void);

int main(void) {
    int x = nondet_int();
    if (x == 1) abort();
    if (x == 2) exit(7);
    if (fork() == 0) {
        setsid();
        execl("/bin/sleep", "shrike-runaway-child", "30", (char *)0);
    }
    for (;;) {}
}
// CHECK: the program was still running after 1 s
// ABORT: signal 6 ({{.*}}) ended the program
// STATUS: ended with status 7
