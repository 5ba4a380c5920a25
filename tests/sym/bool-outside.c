// RUN: %safe -DV=1 %s | %check %s
// RUN: %safe -DV=2 %s | %check %s
// RUN: %safe -DV=3 %s | %check %s
// RUN: %safe -DV=4 %s | %check %s
// RUN: %safe "--scope=inputs up to 8" --entry=taken -DV=5 %s
// REQUIRES: shrike
// Bytes that come from outside may be meant as a _Bool.
#include <stdbool.h>
#include <stddef.h>

struct flags {
    bool on;
    int n;
};
void get(struct flags *f);
struct flags give(void);
void klee_make_symbolic(void *p, size_t n, const char *name);
extern bool known;

int taken(struct flags *f, bool b, bool *more) { return f && more ? f->on + b + *more : 0; }

#if V != 5
int main(void) {
    struct flags f = {0};
#if V == 1
    get(&f);
#elif V == 2
    f = give();
#elif V == 3
    klee_make_symbolic(&f, sizeof f, "f");
#else
    f.on = known;
#endif
    return f.on;
}
#endif
// CHECK: assuming that a _Bool is 0 or 1, also where an input writes its bytes
