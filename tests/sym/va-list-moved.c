// A list of arguments has moved on where a function of printf's family returns (x86-64; elsewhere it is passed by
// value); scanf's family leaves it alone, as glibc does. What the second call takes may not be there.
// RUN: %unsafe -DTWICE %s | FileCheck --check-prefix=TWICE %s
// RUN: %unsafe --once --engine=invariant -DTWICE %s | FileCheck --check-prefix=TWICE %s
// RUN: %unsafe --once --engine=bmc -DTWICE %s | FileCheck --check-prefix=TWICE %s
// RUN: %safe -m32 -DTWICE %s
// RUN: %unsafe -DPOSITIONS %s | FileCheck --check-prefix=TWICE %s
// RUN: %unsafe -DNONE %s | FileCheck --check-prefix=NONE %s
// RUN: %safe -m32 -DNONE %s
// RUN: %unsafe -DWIDE %s | FileCheck --check-prefix=NONE %s
// RUN: %unsafe -DSCAN %s | FileCheck --check-prefix=SCAN %s
// RUN: %safe -DSCANNED %s
// RUN: %safe %s
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

static int format(int n, ...) {
    char a[40], b[40];
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    vsnprintf(a, sizeof a, "%d", ap);
#if defined TWICE || defined NONE
    vsnprintf(b, sizeof b, "%d", ap);
#elif defined POSITIONS
    vsnprintf(b, sizeof b, "%2$d", ap); // leaves the list alone
    if (b[0] == '3') vsnprintf(b, sizeof b, "%d", ap);
#elif defined WIDE
    wchar_t w[40];
    vswprintf(w, 40, L"%d", ap);
#else
    vsnprintf(b, sizeof b, "%d", again);
#endif
    va_end(ap);
    va_end(again);
    return a[0] == b[0] && a[1] == b[1];
}

static int scan(const char *text, ...) {
    va_list ap;
    va_start(ap, text);
    int n = vsscanf(text, "%d", ap) + vsscanf(text, "%d", ap);
#ifdef SCAN
    vsscanf("1 2", "%d%d", ap);
#endif
    va_end(ap);
    return n;
}

int main(void) {
    int k = 0;
#if defined SCAN || defined SCANNED
    assert(scan("7", &k) == 2 && k == 7);
#elif defined NONE || defined WIDE
    assert(format(1, 1));
#else
    assert(format(1, 1, 2, 3));
#endif
    return k * 0;
}
// TWICE: assertion failed: format(1, 1, 2, 3)
// NONE: error: out-of-bounds read of 4 bytes: right at the end of the {{[0-9]+}}-byte variable argument list
// SCAN: error: out-of-bounds read of 8 bytes: right at the end of the {{[0-9]+}}-byte variable argument list
