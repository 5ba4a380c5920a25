// RUN: %bug --loose %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

int main(void) {
    char *p = malloc(20);
#ifdef FIXED
    free(p);
#else
    free(p + 4);
#endif
    return 0;
}
// CHECK: free-middle.c:10:5: error: {{.*}}20-byte heap block allocated at free-middle.c:6:15{{.*}} [invalid-free]
