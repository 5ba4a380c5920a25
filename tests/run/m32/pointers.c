// RUN: %same -m32 %s
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { struct node *next; int v; };
static struct node tail = {0, 1}, head = {&tail, 2};
static char *words[] = {"alpha", "beta"};

int main(void) {
    uintptr_t p = (uintptr_t)&head;
    struct node *q = (struct node *)p;
    printf("%d %d\n", q->next->v, (int)sizeof(struct node));
    char *h = malloc(100);
    strcpy(h, words[1]);
    memmove(h + 2, h, 5);
    printf("%s %d\n", h, (int)((h + 50) - h));
    char **list = calloc(3, sizeof *list);
    list[0] = h;
    printf("%s %d %d\n", list[0], list[2] == NULL, (int)sizeof words);
    free(list);
    free(h);
    return 0;
}
