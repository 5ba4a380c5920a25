// RUN: not %shrike verify --log info %s > %t 2>&1
// RUN: %check %s < %t
// RUN: not %shrike verify --json %t.json -DUNDEFINED --check=assert %s > %t.undefined 2>&1
// RUN: %check %s --check-prefix UNDEFINED < %t.undefined
// RUN: grep 'does not ask for' %t.json
// RUN: not %shrike verify -DERROR %s 2>&1 | %check %s --check-prefix ERROR
// Once all paths are executed, and what was left out there nobody can do better, the run ends: interpolation
// takes minutes for the long loop.
// CHECK: auto: {{explore|concolic}} answers
// CHECK: in ask: something is not supported: not supported: fork
// CHECK: not decided by any engine, in {{.*}}; this is what {{explore|concolic}} says
// CHECK-NEXT: covered without an error: lines
// CHECK-NEXT: try next: shrike test
// CHECK-NEXT: UNKNOWN
// UNDEFINED: an error that --check does not ask for ended a path
// UNDEFINED: this is what {{explore|concolic}} says
// UNDEFINED: UNKNOWN
// ERROR: UNSAFE
#include <unistd.h>
unsigned __VERIFIER_nondet_uint(void);
void reach_error(void);

static int ask(void) {
#ifdef UNDEFINED
    int a[2] = {1, 2};
    return a[__VERIFIER_nondet_uint() & 3];
#else
    return fork();
#endif
}

static unsigned work(void) {
    unsigned h = 1;
    for (unsigned i = 0; i < 2000000; i++) h = (h ^ i) * 16777619u + (h >> 7);
    return h;
}

int main(void) {
    unsigned n = work(), h = __VERIFIER_nondet_uint() & 1023;
    for (unsigned i = 0; i < 10; i++)
        if (h >> i & 1) n = n * 31 + i * h;
    if (h == 77) ask();
#ifdef ERROR
    if (h == 78 && n) reach_error();
#endif
    if (n % 97 == 98) reach_error();
    return 0;
}
