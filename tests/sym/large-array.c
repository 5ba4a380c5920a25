// Writes to places that depend on inputs, in objects too large to try every place: the object becomes an array.
// RUN: %safe %s
// RUN: %unsafe -DBAD=1 %s
// RUN: %unsafe -DBAD=2 %s
// RUN: %unsafe -DBAD=4 %s
// RUN: %safe --check=leak %s
// RUN: %safe --engine=bmc %s
#include <assert.h>
#include <stdlib.h>
#include <string.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);

#ifndef BAD
#define BAD 0
#endif
enum { N = 50000 };

static int numbers[N];
struct cell { int key; char flag, mark; short rest; };
static struct cell cells[3000];

static unsigned below(unsigned n) {
    unsigned i = __VERIFIER_nondet_uint();
    __VERIFIER_assume(i < n);
    return i;
}

/* Later writes win, at known and at unknown places; what nobody wrote stays. */
static void order(void) {
    unsigned i = below(N), j = below(N), k = below(N);
    numbers[i] = 5;
    numbers[77] = 9;
    numbers[j] = 7;
    assert(numbers[j] == 7);
    if (i != j && i != 77) assert(numbers[i] == 5);
    assert(numbers[k] == 0 || k == i || k == j || (k == 77 && BAD != 1));
    assert(numbers[3] == 0 || i == 3 || j == 3);
    numbers[4] = 1;
    assert(numbers[4] == 1);
}

/* Members of several sizes. */
static void members(void) {
    unsigned i = below(3000), j = below(3000);
    cells[i].key = -1;
    cells[j].flag = 3;
    cells[j].rest = 4;
    assert(cells[i].key == -1 && cells[j].flag == 3 && cells[j].rest == 4);
    assert(cells[i].flag == 0 || (i == j && BAD != 2));
    assert(cells[j].mark == 0);
    const unsigned char *bytes = (const unsigned char *)&cells[i];
    assert(bytes[3] == 255 && bytes[4] == (i == j ? 3 : 0));
}

/* Copies are copies, and blocks of the heap are objects like others. */
static void copies(void) {
    int *from = calloc(2000, sizeof *from), *to = malloc(2000 * sizeof *to);
    if (!from || !to) exit(0);
    unsigned i = below(2000), k = below(2000);
    from[i] = 8;
    memcpy(to, from, 2000 * sizeof *to);
    from[i] = 1;
    assert(to[i] == 8 && from[i] == 1);
    assert(to[k] == from[k] || k == i);
    memset(from, 0, 1000 * sizeof *from);
    assert(k >= 1000 || from[k] == 0);
    assert(from[k] == 0 || (k == i && (BAD == 3 ? k < 1000 : k >= 1000)));
    from = realloc(from, 3000 * sizeof *from);
    if (!from) exit(0);
    assert(from[i] == (i < 1000 ? 0 : 1));
    free(from);
    free(to);
#if BAD == 4
    if (i == 1234) to[i] = 1;
#endif
}

int main(void) {
    switch (__VERIFIER_nondet_uchar()) {
    case 0: order(); break;
    case 1: members(); break;
    default: copies();
    }
    return 0;
}
