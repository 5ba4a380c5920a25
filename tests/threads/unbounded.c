// RUN: %unknown --no-confirm --max-instructions=100000 %s | FileCheck %s
// More threads than there are numbers for.
#include <pthread.h>
static void *thread(void *arg) { return arg; }
int main(void) {
    pthread_t t;
    for (;;) pthread_create(&t, 0, thread, 0);
}
// CHECK: {{--max-instructions|more than 63 threads in one run}}
