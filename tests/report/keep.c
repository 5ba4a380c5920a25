// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir
// RUN: env SHRIKE_KEEP=1 not %shrike verify %s -- left 2> err
// RUN: %check %s < err
// CHECK: the failing test is kept: shrike replay {{.*}}keep.c .shrike/keep/test000001.ktest
// RUN: ls .shrike/keep | %check %s --check-prefix FILES
// FILES: test000001.assertion-failure.err
// FILES: test000001.assertion-failure.json
// FILES: test000001.ktest
// RUN: not %shrike replay %s .shrike/keep/test000001.ktest | %check %s --check-prefix REPLAY
// REPLAY: CONFIRMED
// RUN: grep 'shrike replay .*keep.c .shrike/keep/test000001.ktest' .shrike/keep/test000001.assertion-failure.err
// The next one takes its place; git does not see it. Nothing is written without an error, or where nobody wants it.
// RUN: env SHRIKE_KEEP=1 not %shrike verify --engine=explore --no-confirm %s -- left 2>&1 | grep '.shrike/keep/test000001.ktest'
// RUN: env SHRIKE_KEEP=1 %shrike verify --engine=explore -DFIXED %s -- left
// RUN: env SHRIKE_KEEP=1 not %shrike verify --engine=explore --no-confirm --no-keep-test %s -- left 2>&1 | not grep 'is kept'
// RUN: ls -A .shrike | tr '\n' ' ' | grep '^.gitignore keep $'
// RUN: ls -A | tr '\n' ' ' | grep '^.shrike err $'
// All errors, in a folder of the user's.
// RUN: env SHRIKE_KEEP=0 not %shrike verify --engine=explore --no-confirm --no-stop-on-first --output all %s -- left 2> err.all
// RUN: %check %s --check-prefix ALL < err.all
// ALL: kept: shrike replay {{.*}} all/test000001.ktest
// ALL: kept: shrike replay {{.*}} all/test000002.ktest
// Where nothing can be written the verdict stands.
// RUN: cd /proc && env SHRIKE_KEEP=1 not %shrike verify --engine=explore --no-confirm %s -- left > %t.out 2>&1
// RUN: %check %s --check-prefix NOWHERE < %t.out
// NOWHERE: error: .shrike/keep: {{.*}}
// NOWHERE: cannot keep the failing test (--output DIR names a folder
// NOWHERE: UNSAFE
#include <assert.h>
#include <string.h>
int __VERIFIER_nondet_int(void);

int main(int argc, char **argv) {
    int x = __VERIFIER_nondet_int();
    if (argc != 2 || strcmp(argv[1], "left")) return 0;
#ifndef FIXED
    if (x == 77) assert(x != 77);
    assert(x != 78);
#endif
    return 0;
}
