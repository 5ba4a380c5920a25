// Pointers: NULL, fresh objects, the same object twice, structures that go on; what was assumed is said.
// REQUIRES: shrike
// RUN: not %shrike verify --engine=explore --entry null %s 2>&1 | %check --check-prefix=NULL %s
// RUN: %shrike verify --engine=explore --no-null --entry null %s 2>&1 | %check --check-prefix=NOT-NULL %s
// RUN: %shrike verify --engine=explore --entry promised %s 2>&1
// RUN: not %shrike verify --no-confirm --engine=explore --entry past %s 2>&1 | %check --check-prefix=PAST %s
// RUN: %shrike verify --engine=explore --sym-size 9 --entry past %s 2>&1 | %check --check-prefix=NINE %s
// RUN: %shrike verify --engine=explore --sym-size p=9 --entry past %s 2>&1
// RUN: %shrike verify --engine=explore --entry four %s 2>&1 | %check --check-prefix=FOUR %s
// RUN: not %shrike verify --no-confirm --engine=explore --entry five %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --engine=explore --entry same %s 2>&1 | %check --check-prefix=SAME %s
// RUN: %shrike verify --engine=explore --no-alias --entry same %s 2>&1 | %check --check-prefix=DIFFERENT %s
// RUN: %shrike verify --engine=explore --entry restricted %s 2>&1
// RUN: not %shrike verify --no-confirm --engine=explore --entry sum %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: %safe "--scope=inputs up to 3" --engine=explore --sym-size a=n --sym-size 3 --entry sum %s | %check --check-prefix=SUM %s
// RUN: not %shrike verify --engine=explore --entry third %s 2>&1 | %check --check-prefix=THIRD %s
// RUN: %shrike verify --engine=explore --sym-depth 2 --entry third %s 2>&1 | %check --check-prefix=SECOND %s
// RUN: not %shrike verify --no-confirm --engine=explore --entry constant %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=explore --entry bytes %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=explore --entry words %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: not %shrike verify --no-confirm --engine=explore --entry tail %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: %shrike verify --engine=explore --check=all --entry release %s 2>&1
// UNSAFE: UNSAFE
#include <stdlib.h>

int null(int *p) { return p[7]; }
// NULL: null pointer: read of 4 bytes at offset 28
// NULL: with inputs
// NULL-NEXT: p == NULL = 1
// NOT-NULL: assuming that 'p' points to the first of 8 elements (--sym-size)

__attribute__((nonnull)) int promised(int *p) { return p[7]; }

int past(char *p) { return p ? p[8] : 0; }
// PAST: right at the end of the 8-byte heap block
// NINE: assuming that 'p' is NULL or points to the first of 9 elements (--sym-size)

int four(int a[static 4]) { return a[3]; }
// FOUR: assuming that 'a' points to the first of 4 elements
int five(int a[static 4]) { return a[4]; }

int same(int *a, int *b) {
    if (!a || !b) return 0;
    *a = 1;
    *b = 0;
    return 1 / *a;
}
// SAME: a = {0, 0, 0, 0, 0, 0, 0, 0}
// SAME-NEXT: a == NULL = 0
// SAME-NEXT: b == a = 1
// SAME-NEXT: to see it
// DIFFERENT: assuming that all pointers lead to different objects (--no-alias)

int restricted(int *restrict a, int *restrict b) { return same(a, b); }

int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; a && i < n; i++) s += a[i];
    return s;
}
// SUM: assuming that 'a' is NULL or points to the first of 'n' elements, 0 to 3 (--sym-size)

struct node { struct node *next; int key; };
int third(const struct node *s) {
    if (!s || !s->next || !s->next->next) return 0;
    return 1 / (s->next->next->key - 5);
}
// THIRD: s->next->next->key = 5
// SECOND: assuming that 's' is NULL or points to one element (--sym-size)
// SECOND-NEXT: assuming that pointers in structures and arrays are NULL or lead to objects of their own, without cycles
// SECOND-NEXT: assuming that pointers more than 2 steps away from the parameters are NULL (--sym-depth)

struct locked { const int a : 3, b; char *const text; };
int constant(const struct locked *l) { return l && l->a == 2 && l->b == 7 && l->text && l->text[1] == 'x' ? l->text[8] : 0; }

int bytes(void *p) { return p && ((unsigned char *)p)[7] == 3 ? ((char *)p)[8] : 0; }

int words(char **argv) { return argv && argv[3] && argv[3][2] == 'x' ? argv[3][8] : 0; }

struct open { unsigned n; short items[]; };
int tail(struct open *o) { return o && o->n == 9 ? o->items[o->n - 1] : 0; }

void release(struct node *s) {
    if (s) free(s->next);
    free(s);
}
