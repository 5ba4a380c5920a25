// RUN: %safe --check=overflow --engine=explore -DVECTOR %s 2>&1 | %check %s
// RUN: %safe --check=overflow --engine=explore -DCOMPLEX %s 2>&1 | %check %s
// RUN: %safe --check=overflow --engine=explore %s 2>&1 | %check %s --check-prefix=NONE
// Nobody tells which of these are signed, so none is looked at, and proofs say so.
// CHECK: assuming that integers wrap around in vectors and in _Complex numbers
// NONE-NOT: in vectors and in _Complex
typedef int four __attribute__((vector_size(16)));
int main(void) {
#if defined VECTOR
    four a = {2147483647, 0, 0, 0}, b = {1, 1, 1, 1};
    a = a + b;
    return a[1] - 1;
#elif defined COMPLEX
    _Complex int a = 2147483647;
    a += 1;
    return __imag__ a;
#else
    _Complex double a = 1;
    a += 1;
    return __imag__ a > 0;
#endif
}
