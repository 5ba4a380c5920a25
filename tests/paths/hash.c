/* a hash table with chains; equal keys and collisions */
#include <stdlib.h>
extern unsigned short __VERIFIER_nondet_ushort(void);
struct entry { unsigned key; int n; struct entry *next; };
static struct entry *table[4];
static struct entry *find(unsigned key) {
    struct entry **p = &table[key * 2654435761u >> 30];
    for (; *p; p = &(*p)->next)
        if ((*p)->key == key) return *p;
    *p = calloc(1, sizeof **p);
    if (!*p) exit(1);
    (*p)->key = key;
    return *p;
}
int main(void) {
    int most = 0;
    for (int i = 0; i < 2; i++) {
        struct entry *e = find(__VERIFIER_nondet_ushort() & 7);
        if (++e->n > most) most = e->n;
    }
    return most;
}
