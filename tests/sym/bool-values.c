// RUN: %unsafe %s | %check %s
// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %unsafe --engine=cdse %s | %check %s
// RUN: %unsafe --engine=bmc %s | %check %s
// RUN: %unsafe --engine=invariant %s | %check %s
// RUN: %unsafe --engine=interpolate -m32 %s | %check %s
// RUN: %safe -DFIXED %s
// RUN: %safe --engine=dash -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --check=memory %s
// REQUIRES: shrike
// A _Bool that is neither 0 nor 1, written as bytes.
#include <stdbool.h>
#include <string.h>

unsigned char __VERIFIER_nondet_uchar(void);
_Bool __VERIFIER_nondet_bool(void);

struct flags {
    int n;
    bool on, off;
};

static bool is_on(const struct flags *f) { return f->on; }

int main(void) {
    struct flags f = {1, __VERIFIER_nondet_bool(), true}, g;
    unsigned char byte = __VERIFIER_nondet_uchar();
#ifdef FIXED
    byte &= 1;
#endif
    memcpy(&g, &f, sizeof g);
    if (f.n && g.off) memcpy(&g.on, &byte, 1); /* nobody has read it yet */
    return is_on(&g) && !f.on;
}
// CHECK: bool-values.c:24:54: error: a _Bool is neither 0 nor 1 but {{[0-9]+}} [invalid-bool]
