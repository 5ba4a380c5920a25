// abort() and signals that dump core are errors where somebody asks; a failed assertion
// is one of its own kind, unless only abort is asked for.
// RUN: %unsafe --check=abort %s | %check %s
// RUN: %unsafe -m32 --check=abort %s | %check %s
// RUN: %unsafe --check=abort --engine=explore %s | %check %s
// RUN: %unsafe --check=abort --engine=interpolate %s | %check %s
// RUN: %unsafe --check=abort --engine=cdse %s | %check %s
// RUN: %unsafe --check=abort --engine=dash %s | %check %s
// RUN: %unsafe --check=abort --engine=bmc %s | %check %s
// RUN: %unsafe --check=abort --engine=concolic %s | %check %s
// RUN: %unsafe --check=abort -DHOW=__builtin_trap() %s
// RUN: %unsafe --check=abort -DHOW='raise(SIGABRT)' %s
// RUN: %unsafe --check=abort -DHOW='raise(SIGSEGV)' %s
// RUN: %unsafe --check=abort -DHOW='kill(getpid(),SIGFPE)' --engine=explore %s
// RUN: %unsafe --check=abort -DHOW='assert(0)' %s
// RUN: %safe %s
// RUN: %safe --check=abort -DFIXED %s
// RUN: %safe --check=abort -DHOW='raise(SIGTERM)' --engine=explore %s
// RUN: not %shrike test --output %t.out %s 2>&1 | %check --check-prefix=TEST %s
// RUN: rm -rf %t.out
#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

int __VERIFIER_nondet_int(void);

#ifndef HOW
#define HOW abort()
#endif

int main(void) {
    int x = __VERIFIER_nondet_int();
#ifdef FIXED
    if (x == 7) return 1;
#endif
    // CHECK: abort.c:[[#@LINE+2]]:{{.*}}abort() is called [abort]
    // CHECK: __VERIFIER_nondet_int = 7
    if (x == 7) HOW;
    // TEST: 1 errors (1 confirmed)
    return 0;
}
