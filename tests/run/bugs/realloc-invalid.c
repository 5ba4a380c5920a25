// RUN: %bug %s | %check %s
#include <stdlib.h>

int main(void) {
    char *p = malloc(5);
    free(p);
    p = realloc(p, 10);
    return p != 0;
}
// CHECK: realloc-invalid.c:7:9: error: {{.*}} [{{double-free|use-after-free}}]
