// Errors that do not fail the run: excused by a comment, or known.
// RUN: rm -rf %t && mkdir %t && cd %t && cp %s excuse.c
// RUN: not %shrike verify --no-confirm --no-stop-on-first excuse.c --json base.json --sarif base.sarif 2>&1 | %check %s --check-prefix ALL
// ALL: assertion failed: x != 2
// ALL: UNSAFE
// The comment's error is told and does not count.
// RUN: %shrike verify --no-confirm -DONLY excuse.c --json a.json --sarif a.sarif --junit a.xml > out 2> err && %check %s --check-prefix ONLY < out
// RUN: grep 'ignored by a comment in the source: wanted so, see the manual' err
// ONLY: UNSAFE (known errors only)
// RUN: %valid json a.json | %check %s --check-prefix JSON
// JSON: UNSAFE (known errors only) 0
// JSON: assertion-failure excuse.c:38:{{[0-9]+}} CWE-617 {{.*}}'by': 'source'
// RUN: %valid sarif a.sarif && grep -q '"suppressions":\[{"kind":"inSource","justification":"wanted so, see the manual"}\]' a.sarif
// A comment about another kind excuses nothing.
// RUN: not %shrike verify --no-confirm -DONLY -DOTHER excuse.c
// The baseline, in both formats, also when lines have moved; a new error fails again.
// RUN: %shrike verify --no-confirm --baseline base.json excuse.c
// RUN: sed '2i // a line more' excuse.c > moved.c && mv moved.c excuse.c
// RUN: %shrike verify --no-confirm --baseline base.sarif excuse.c --sarif b.sarif && grep -q '"kind":"external"' b.sarif
// RUN: %shrike verify --no-confirm --engine=explore --baseline base.json excuse.c
// RUN: not %shrike verify --no-confirm --baseline base.json -DNEW excuse.c --json c.json
// RUN: %valid json c.json | grep 'index-out-of-range\|out-of-bounds' | not grep baseline
// RUN: %shrike test --no-confirm --output out1 --baseline base.json excuse.c
// RUN: not %shrike test --no-confirm --output out2 -DNEW --baseline base.json excuse.c
// What is cut is not called known.
// RUN: not %shrike verify --no-confirm --engine=explore --max-instructions 2 --baseline base.json excuse.c | grep UNKNOWN
// Nonsense is refused.
// RUN: not %shrike verify --baseline nowhere.json excuse.c 2>&1 | grep 'nowhere.json: No such file'
// RUN: echo '[1]' > list.json && not %shrike verify --baseline list.json excuse.c 2>&1 | grep 'written neither by --json nor by --sarif'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef OTHER
    if (x == 1) assert(x != 1); // shrike:ignore[memory] not this one
#else
    // shrike:ignore[assertion-failure] wanted so, see the manual
    if (x == 1) assert(x != 1);
#endif
#ifndef ONLY
    if (x == 2) assert(x != 2);
#endif
#ifdef NEW
    int a[4] = {0};
    if (x == 5) a[x] = 1;
    return a[0];
#endif
    return 0;
}
