// RUN: %unsafe %s | %check %s
// RUN: %unsafe -DLOCAL %s | %check %s
// RUN: %unsafe -DWRITE %s | %check --check-prefix=WRITE %s
// RUN: %unsafe -DMEMBER %s | %check --check-prefix=MEMBER %s
// RUN: %unsafe -DTABLE %s | %check %s
// RUN: %bug -DCONCRETE %s | %check %s
// Once a page of a large object had been in the page cache, NULL's page was taken for it.
// CHECK: error: null pointer: read
// WRITE: error: null pointer: write
// MEMBER: error: {{.*}}read of 4 bytes
#include <stdlib.h>

int __VERIFIER_nondet_int(void);
#ifdef CONCRETE
#define INPUT() 5
#else
#define INPUT() __VERIFIER_nondet_int()
#endif

static char b[9000];
struct wide {
    char room[4500];
    int v;
};

static struct entry {
    int key, value;
} table[1000];

static struct entry *find(int key) {
    for (int i = 0; i < 1000; i++)
        if (table[i].key == key) return &table[i];
    return 0;
}

int main(void) {
#ifdef LOCAL
    char c[5000];
    c[4500] = 1;
    b[0] = c[4500];
#endif
#ifdef TABLE
    table[999].key = 5;
    if (INPUT() == 3) return find(7)->value;
#endif
#ifdef MEMBER
    struct wide *w = malloc(sizeof *w), *none = 0;
    if (!w) return 0;
    w->v = 3;
    if (INPUT() == 5) w = none;
    return w->v;
#endif
    b[4500] = 1;
    int *p = 0;
    if (INPUT() == 5) {
#ifdef WRITE
        *p = 4;
#else
        return *p;
#endif
    }
    return b[4500];
}
