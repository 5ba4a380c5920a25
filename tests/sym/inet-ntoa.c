// RUN: %safe %s
// RUN: %unsafe -DBUG %s
// RUN: %unknown -DTIMER %s 2>&1 | FileCheck %s
#include <arpa/inet.h>
#include <assert.h>
#include <signal.h>
#include <string.h>
#include <time.h>

int main(void) {
    struct in_addr a = {htonl(0x7f000001)};
    assert(strcmp(inet_ntoa(a), "127.0.0.1") == 0);
#ifdef BUG
    a.s_addr = 0xffffffff;
    assert(strcmp(inet_ntoa(a), "255.255.255.25") == 0);
#elif defined TIMER
    timer_t t;
    timer_create(CLOCK_REALTIME, 0, &t);
#endif
    return 0;
}
// CHECK: not supported: {{.*}}timer_create
