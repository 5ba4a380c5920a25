// REQUIRES: shrike
// A function without body returns anything and writes anything where its arguments point, unless
// const. That is an assumption of a proof, and an input of an error that native runs confirm.
// RUN: %safe %s | %check %s --check-prefix=SAFE
// RUN: %unsafe -DRETURNS --engine=explore %s | %check %s --check-prefix=RETURNS
// RUN: %unsafe -DWRITES -m32 --engine=bmc %s | %check %s --check-prefix=WRITES
// RUN: not %shrike verify -DVARIABLE --engine=interpolate %s
// RUN: %unsafe -DNULL_RESULT --engine=concolic %s | %check %s --check-prefix=NULL
// RUN: not %shrike verify -DMIDDLE --engine=cdse %s
// RUN: not %shrike verify -DWRITES --engine=dash %s
// RUN: %shrike verify -DMEMBER %s
// What is beyond the block that it gave, and where pointers lead that it wrote, nobody knows.
// RUN: %unknown -DBEYOND --engine=explore %s | %check %s --check-prefix=BEYOND
// RUN: %unknown -DWILD --engine=explore %s | %check %s --check-prefix=WILD
// RUN: not %shrike verify -DWILD --engine=concolic --no-confirm %s | FileCheck %s --check-prefix=DOUBT
// RUN: %unknown -DHIDDEN %s | %check %s --check-prefix=HIDDEN
// RUN: %unknown --external=error %s | %check %s --check-prefix=ERROR
// RUN: %safe --external=pure -DWRITES %s | %check %s --check-prefix=PURE
// RUN: %safe --stub %S/Inputs/stub.c -DWRITES -DRETURNS -DNULL_RESULT %s
#include <assert.h>
#include <stddef.h>

typedef struct pair {
    int first;
    struct pair *next;
} pair;
typedef const char *text;
int fetch(text name, pair *out, int n);
pair *find(const pair *in);
char *label(int);
int scan(const char *format, ...);
_Noreturn void give_up(void);

static int table[8];

int main(void) {
    pair one = {1, NULL};
    char name[4] = "abc";
    int n = fetch(name, &one, 3);
    assert(name[0] == 'a');
#ifdef WRITES
    assert(one.first != 7);
#endif
#ifdef RETURNS
    return table[n];
#endif
#ifdef VARIABLE
    int x = 3;
    scan("%d", &x);
    assert(x == 3);
#endif
#ifdef HIDDEN
    int x = 3, (*by)(const char *, ...) = scan;
    by("%d", &x);
#endif
#ifdef MIDDLE
    int a[3] = {1, 2, 3};
    scan("%d", &a[1]);
    assert(a[0] == 1 && a[2] == 3); // all of the object may be written
#endif
#ifdef MEMBER
    struct { int before; pair in; int behind; } all = {1, {2, NULL}, 3};
    fetch(name, &all.in, 3);
    assert(all.before == 1 && all.behind == 3); // a struct ends where it ends
#endif
    pair *p = find(&one);
#ifdef NULL_RESULT
    return p->first;
#endif
#ifdef WILD
    if (p && p->next) return p->next->first;
#endif
#ifdef BEYOND
    char *s = label(3);
    if (s) return s[100];
#endif
    if (!p) give_up();
    return p->first + n;
}
// SAFE: assuming that 'fetch', which has no body, returns any value, writes anything where its arguments point (not where they are const) and does nothing else to the program (external.c:{{[0-9]+}})
// SAFE: assuming that 'find', which has no body, returns NULL or a new block of 16 bytes with any contents
// SAFE: assuming that 'give_up', which has no body, does not return and does nothing else
// RETURNS: out-of-bounds
// RETURNS: the error needs these results of functions without a body: fetch()
// WRITES: argument 2 of fetch() = 7
// NULL: find() is not NULL = 0
// BEYOND: external.c:{{[0-9]+}}:{{.*}} in main: a function without a body or model was called: out-of-bounds read of 1 byte: 36 bytes past the end
// WILD: possible error: read of 4 bytes
// WILD: not confirmed natively: a function without a body wrote the address
// HIDDEN: call of 'scan', which has no body and no model
// ERROR: external.c:{{[0-9]+}}:{{.*}} in main: a function without a body or model was called: call of 'fetch'
// PURE: assuming that 'fetch', which has no body, returns any value and does nothing else
// DOUBT: UNKNOWN
