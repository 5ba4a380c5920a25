// A call whose result nobody uses is an error as any other, in the native program, too; so is what the system fills in.
// RUN: %unsafe -DV=1 %s | FileCheck %s
// RUN: %unsafe -DV=2 %s | FileCheck %s
// RUN: %unsafe -DV=3 %s | FileCheck %s
// RUN: %unsafe -DV=4 %s | FileCheck %s
// RUN: %unsafe -DV=5 %s | FileCheck %s
// RUN: %unsafe -DV=6 %s | FileCheck %s
// RUN: %unsafe -DV=7 %s | FileCheck %s
// RUN: %unsafe -DV=8 %s | FileCheck %s
// RUN: %unsafe -m32 -DV=1 %s | FileCheck %s
// RUN: %safe %s
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

static int __attribute__((pure)) sum(const int *p) { return p[0] + p[1]; }

int main(void) {
    char a[3] = {1, 2, 3};
    int number = 0;
    struct tm date;
#if V == 1
    memchr(a, 9, 8);
#elif V == 2
    strlen(a);
#elif V == 3
    sum(&number);
#elif V == 4
    time((time_t *)&number);
#elif V == 5
    clock_gettime(CLOCK_REALTIME, (struct timespec *)&number);
#elif V == 6
    gettimeofday((struct timeval *)a, NULL);
#elif V == 7
    sigemptyset((sigset_t *)&number);
#elif V == 8
    localtime_r((const time_t *)a, &date);
#else
    time_t now;
    sigset_t set;
    memchr(a, 3, 8), memcmp(a, "\1\2\4yyy", 3);
    time(NULL), time(&now);
    clock_gettime(12345, (struct timespec *)&number), clock_gettime(CLOCK_MONOTONIC, (struct timespec[1]){{0}});
    sigemptyset(&set), sigaddset((sigset_t *)&number, 1000), localtime_r(&now, &date);
#endif
    return 0;
}
// CHECK: error: out-of-bounds {{read|write}} of
