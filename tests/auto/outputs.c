// RUN: not %shrike verify --trace --json %t.json --sarif %t.sarif --html %t.html --junit %t.xml --lcov %t.info --witness %t.yml %s > %t.out 2>&1
// RUN: %check %s < %t.out
// CHECK: outputs.c:[[@LINE+19]]:{{.*}}error
// CHECK: answered by
// CHECK: UNSAFE
// RUN: grep '"engine":"[a-z]*","outcome":"UNSAFE"' %t.json
// RUN: %valid sarif %t.sarif
// RUN: %valid junit %t.xml
// RUN: %valid lcov %t.info
// RUN: %valid witness %t.yml
// RUN: grep -q '</html>' %t.html
// RUN: %shrike verify -DFIXED --witness %t.ok.yml --html %t.ok.html %s
// RUN: %valid witness %t.ok.yml
// One process writes the files, whichever it is.
#include <assert.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    int n = __VERIFIER_nondet_int();
#ifndef FIXED
    int left = n > 20 ? 2 : 3;
    assert(left == 3);
#endif
    return n > 3;
}
