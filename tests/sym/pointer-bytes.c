// The bytes of a pointer, looked at without a cast to a number: a proof says that it rests on the addresses here.
// RUN: %shrike verify %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DCOPY %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DARGUMENT %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DCOMPARED %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DREAD %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DMEMBER %s 2>&1 | FileCheck %s --check-prefix=SHOWN
// RUN: %shrike verify -DFINE %s 2>&1 | FileCheck %s --check-prefix=PLAIN
// SHOWN: addresses have the values that shrike chose: the program looks at bytes of a pointer
// SHOWN: SAFE
// PLAIN-NOT: addresses
// PLAIN: SAFE
#include <assert.h>
#include <string.h>

struct node { int n; char *name; struct node *next; };
static int x;

static int low_bit(const unsigned char *bytes) { return bytes[0] & 1; }

int main(void) {
    int *p = &x;
    struct node a = {1, "a", 0}, b = {2, "b", &a};
#if defined COPY
    unsigned long number;
    memcpy(&number, &p, sizeof number);
    assert(!(number & 1));
#elif defined ARGUMENT
    assert(!low_bit((unsigned char *)&p));
#elif defined COMPARED
    assert(memcmp(&a, &b, sizeof a) != 0);
#elif defined READ
    assert(!(*(unsigned long *)&p & 1));
#elif defined MEMBER
    char *bytes = (char *)&b.next;
    assert(!(bytes[0] & 1));
#elif defined FINE
    struct node c, *list[2] = {&a, &b}, *copy[2];
    memset(&c, 0, sizeof c);
    memcpy(&c, &b, sizeof c);
    memcpy(copy, list, sizeof list);
    assert(copy[1]->next == c.next && c.name[0] == 'b');
#else
    const char *bytes = (const char *)&p;
    assert(!(bytes[0] & 1));
#endif
    return x + a.n + b.n == 0;
}
