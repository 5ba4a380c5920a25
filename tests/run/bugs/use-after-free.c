// RUN: %bug %s | %check %s
// RUN: %same -DFIXED %s
#include <stdlib.h>

struct list { struct list *next; int v; };

static void drop(struct list *l) {
#ifdef FIXED
    while (l) {
        struct list *next = l->next;
        free(l);
        l = next;
    }
#else
    for (; l; l = l->next)
        free(l);
#endif
}

int main(void) {
    struct list *l = malloc(sizeof *l);
    l->next = malloc(sizeof *l);
    l->next->next = NULL;
    drop(l);
    return 0;
}
// CHECK: use-after-free.c:15:22: error: {{.*}}read of 8 bytes{{.*}}heap block allocated at use-after-free.c:21:22{{.*}}freed at use-after-free.c:16:9{{.*}} [use-after-free]
// CHECK: in drop at use-after-free.c:15:22
// CHECK-NEXT: called from main at use-after-free.c:24:5
