// RUN: %same %s
#include <alloca.h>
#include <stdio.h>
#include <string.h>

struct link { struct link *next; int v; };

int main(void) {
    struct link *head = 0;
    for (int i = 0; i < 10; i++) {
        struct link *l = alloca(sizeof *l);
        l->next = head;
        l->v = i;
        head = l;
    }
    int s = 0;
    for (struct link *l = head; l; l = l->next) s = s * 3 + l->v;
    char *p = __builtin_alloca(s % 50 + 8);
    strcpy(p, "alloca!");
    printf("%d %s\n", s, p);
    void *aligned = __builtin_alloca_with_align(10, 64 * 8);
    printf("%d\n", (int)((unsigned long)aligned % 64));
    return 0;
}
