// What nobody has written of the storage of variable arguments may be anything: the upper half of a register that
// takes an int, and padding of a struct.
// RUN: %verdict UNKNOWN %s | FileCheck %s
// RUN: %unsafe -DPADDING %s | FileCheck --check-prefix=PADDING %s
// RUN: %verdict UNKNOWN --check=uninit --once %s | FileCheck --check-prefix=UNINIT %s
// RUN: %safe -DFIXED %s
// RUN: %safe --check=uninit --once -DFIXED %s
// RUN: %safe -m32 -DFIXED %s
// RUN: %safe --once --engine=bmc -DFIXED %s
// RUN: %safe --once --engine=invariant -DFIXED %s
// RUN: %safe --once --engine=interpolate -DFIXED %s
// RUN: %safe --once --engine=cdse -DFIXED %s
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct padded { char c; int i; };
struct large { char c; long l[3]; };

static int f(int n, ...) {
    va_list ap;
    va_start(ap, n);
#ifdef FIXED
    int ok = va_arg(ap, int) == 1;
    struct padded p = va_arg(ap, struct padded);
    struct large l = va_arg(ap, struct large);
    ok &= p.c == 2 && p.i == 3 && l.c == 4 && l.l[2] == 5 && va_arg(ap, long double) == 6 && va_arg(ap, int) == 7;
#elif defined PADDING
    char bytes[8];
    (void)va_arg(ap, int);
    struct padded p = va_arg(ap, struct padded);
    memcpy(bytes, &p, sizeof bytes);
    int ok = bytes[1] == 0;
#else
    int ok = va_arg(ap, long) != 0x5a5a5a5a00000001L;
#endif
    va_end(ap);
    return ok;
}

int main(void) {
    struct padded p;
    struct large l;
    p.c = 2, p.i = 3;
    l.c = 4, l.l[2] = 5;
    int ok = f(1, 1, p, l, 6.0L, '\7');
    assert(ok);
    if (ok) printf("%d %c %s %f %Lf %ld\n", 1, 'c', "text", 1.0, 2.0L, 3L);
    return 0;
}
// CHECK: assertion failed: ok
// PADDING: assertion failed: ok
// UNINIT: possible error: {{.*}}uninitialised
