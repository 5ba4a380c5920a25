// RUN: %bug %s | %check %s
#include <stdlib.h>

static int *config;
__attribute__((constructor)) static void setup(void) {
    *config = 1;
}

int main(void) { return 0; }
// CHECK: error-in-constructor.c:6:13: error: {{.*}} [null-dereference]
// CHECK: in setup at error-in-constructor.c:6:13
