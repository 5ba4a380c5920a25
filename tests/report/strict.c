// A bounded proof has a status of its own where --strict asks for it.
// RUN: %shrike verify --bound 2 %s | grep 'SAFE (bound 2)'
// RUN: bash -c '%shrike verify --strict --bound 2 %s; test $? = 5'
// RUN: bash -c '%shrike verify --strict --engine=explore --bound 2 %s; test $? = 5'
// RUN: %shrike verify --strict -DSHORT %s | grep '^SAFE$'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = 0;
#ifndef SHORT
    while (__VERIFIER_nondet_int() != n * 7 + 3) n++;
#endif
    assert(n >= 0 || n < 0);
    return 0;
}
