// RUN: %bug %s | %check %s
#include <stdlib.h>

static char *buffer;
static void finish(void) { buffer[0] = 0; }

int main(void) {
    buffer = malloc(4);
    atexit(finish);
    free(buffer);
    return 0;
}
// CHECK: error-in-atexit.c:5:38: error: {{.*}} [use-after-free]
// CHECK: in finish at error-in-atexit.c:5:38
