/* A list on the heap, with an error for one length and value. */
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
struct cell {
    int value;
    struct cell *next;
};
int main(void) {
    struct cell *list = NULL;
    int n = __VERIFIER_nondet_int(), sum = 0;
    for (int i = 0; i < 4 && i < n; i++) {
        struct cell *c = malloc(sizeof *c);
        if (!c) break;
        c->value = __VERIFIER_nondet_int() & 7;
        c->next = list;
        list = c;
    }
    while (list) {
        struct cell *next = list->next;
        sum += list->value;
        free(list);
        list = next;
    }
    if (sum == 28) reach_error();
    return 0;
}
