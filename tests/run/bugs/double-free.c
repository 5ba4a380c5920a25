// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

static void close_it(char *p) {
    free(p);
}

int main(void) {
    char *p = malloc(5);
    close_it(p);
#ifndef FIXED
    close_it(p);
#endif
    return 0;
}
// CHECK: double-free.c:6:5: error: {{.*}}heap block allocated at double-free.c:10:15{{.*}} [double-free]
// CHECK: in close_it at double-free.c:6:5
// CHECK-NEXT: called from main at double-free.c:13:5
