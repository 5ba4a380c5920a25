// The native run does not show what is predicted, but another error that is asked for: that is the answer.
// RUN: %unsafe %s | FileCheck %s
// RUN: %unsafe --once --engine=bmc %s | FileCheck %s
// RUN: %unsafe --once --engine=explore -DASSERT %s | FileCheck --check-prefix=ASSERT %s
// RUN: %verdict UNKNOWN -DNONE %s | FileCheck --check-prefix=NONE %s
// RUN: %verdict UNKNOWN --check=assert %s
// RUN: %safe -DFIXED %s
#include <assert.h>
#include <stdarg.h>

static int f(int n, ...) {
    char a[40];
    va_list ap;
    va_start(ap, n);
    (void)va_arg(ap, int);
#ifdef FIXED
    int k = 1;
#else
    int k = va_arg(ap, int);
#endif
    va_end(ap);
#ifdef ASSERT
    assert(k * 0 + n != 1);
#elif !defined NONE && !defined FIXED
    a[k ? 41 : 40] = 1;
#endif
    a[0] = 1;
    return a[0];
}

int main(void) { return f(1, 1) - 1; }
// CHECK: native-other.c:25:7: error: index 41 out of bounds{{.*}}(shown by the native run instead of the predicted: out-of-bounds read of 4 bytes
// ASSERT: native-other.c:23:5: error: {{.*}}(shown by the native run
// NONE: possible error: out-of-bounds read
