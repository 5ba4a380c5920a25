// Where the outside may answer in several ways and one is taken, the proof names it and the places
// that asked: those that were executed, and only where the answer is looked at.
// RUN: %safe %s | %check %s
// RUN: %safe -m32 %s | %check %s
// RUN: %safe --engine=explore %s | %check %s
// RUN: %safe --engine=interpolate %s | %check %s
// RUN: %safe --engine=cdse %s | %check %s
// RUN: %safe --engine=bmc %s | %check %s
// RUN: %safe --engine=concolic %s | %check %s
// RUN: rm -rf %t && %shrike fuzz --jobs 2 %s --output %t 2>&1 | %check %s
// CHECK-NOT: user and group
// CHECK-DAG: assuming that the process has the number 1000, its parent 999 ({{.*}}assume-outside.c:37)
// CHECK-DAG: assuming that allocation does not fail ({{.*}}assume-outside.c:50)
// CHECK-DAG: assuming that no descriptor is a terminal ({{.*}}assume-outside.c:38)
// CHECK-DAG: assuming that output does not fail ({{.*}}assume-outside.c:40, {{.*}}assume-outside.c:42)
// CHECK-DAG: assuming that no signal arrives from outside ({{.*}}assume-outside.c:43)
// CHECK-DAG: assuming that uname reports Linux 6.1.0 on localhost ({{.*}}assume-outside.c:45)
// CHECK-DAG: assuming that the machine's limits are those of shrike's model (sysconf, getpagesize, ...) ({{.*}}assume-outside.c:46, {{.*}}assume-outside.c:47)
// CHECK-NOT: user and group
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/utsname.h>
#include <unistd.h>
int __VERIFIER_nondet_int(void);

static void handler(int sig) {
    (void)sig;
}

static int wrong(void) {
    return *(volatile int *)0;
}

int main(void) {
    int x = __VERIFIER_nondet_int();
    if (getpid() == 7) return wrong();
    if (x == 3 && isatty(0)) return wrong();
    printf("nobody looks at the result\n");
    if (printf("somebody does\n") < 0) return wrong();
    FILE *f = fopen("/dev/null", "w");
    if (f && fclose(f)) return wrong();
    if (x == 4) signal(SIGINT, handler);
    struct utsname u;
    if (uname(&u)) return wrong();
    if (x == 5 && sysconf(_SC_PAGESIZE) != 4096) return wrong();
    if (x != 5 && getpagesize() != 4096) return wrong();
    if (x == 5 && x == 6) return (int)getuid();
    void *(*make)(size_t) = malloc;
    if (x == 7 && !make(4)) return wrong();
    return 0;
}
