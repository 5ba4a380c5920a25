// RUN: %unsafe --engine=interpolate %s | %check %s
// RUN: %unsafe --engine=dash %s | %check %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %unsafe --engine=interpolate --check=uninit -DUNSET %s | %check --check-prefix=UNSET %s
// RUN: %safe --engine=interpolate --check=uninit %s
// A word of which nobody has set some bytes is copied: what is proved depends on the others.
#include <assert.h>
#include <string.h>
unsigned char __VERIFIER_nondet_uchar(void);
static int sink;

int main(void) {
    unsigned char n = __VERIFIER_nondet_uchar();
    struct {
        int a;
        short b;
    } s, t;
    s.a = 1;
#ifndef UNSET
    s.b = 2;
#endif
    if (n != 7)
        s.b = 2;
    else
        sink = 1;
#if !defined FIXED && !defined UNSET
    if (n == 7) s.b = 1;
#endif
    memcpy(&t, &s, sizeof t);
#ifdef UNSET
    // UNSET: padding.c:[[#@LINE+1]]:{{.*}}error: {{.*}}uninitialised
    if (t.b == 1) sink++;
#else
    // CHECK: padding.c:[[#@LINE+1]]:{{.*}}error: assertion failed
    assert(t.b != 1);
#endif
    return 0;
}
