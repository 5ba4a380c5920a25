// Functions of math.h set errno, also through a pointer.
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=explore -DKNOWN %s
// RUN: %unsafe --engine=explore -DTHROUGH %s
// RUN: %unsafe --engine=explore -DTINY %s
// RUN: %unsafe --engine=explore -DWHOLE %s
// REQUIRES: shrike
#include <assert.h>
#include <errno.h>
#include <math.h>
extern double __VERIFIER_nondet_double(void);

int main(void) {
    double x = __VERIFIER_nondet_double();
    errno = 0;
#if defined FIXED
    if (!(x >= -100 && x <= 100)) return 0;
    double r = sqrt(x);
    assert(errno == (x < 0 ? EDOM : 0) && (r >= 0 || errno));
    errno = 0;
    assert(exp(x) > 0 && errno == 0);
    errno = 0;
    assert(ilogb(x) <= 6 && errno == (x == 0 ? EDOM : 0));
    errno = 0;
    if (x == 0) assert(log(x) < -1 && errno == ERANGE);
#elif defined KNOWN
    volatile double minus = -1;
    double r = log(minus);
    assert(errno == 0 || r == r);
#elif defined THROUGH
    double (*volatile f)(double) = acos;
    f(x);
    assert(errno == 0);
#elif defined TINY
    volatile double r = exp(x);
    assert(errno == 0 || r != 0);
#elif defined WHOLE
    volatile int r = ilogb(x);
    assert(errno == 0);
#else
    volatile double r = log(x);
    assert(errno == 0);
#endif
    return 0;
}
