#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
int __VERIFIER_nondet_int(void);
int main(void) {
    unsigned long long h = 1;
    while (__VERIFIER_nondet_int()) {
        unsigned long long v = __VERIFIER_nondet_ulonglong();
        h = (h ^ v) * 1099511628211ull;
        h ^= h >> 29;
        if (h % 1000003 == 77) h += v * v;
    }
    assert((h * h * h) % 1000000007 != 123456789);
    return 0;
}
