// RUN: %same %s
#include <stdio.h>

typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef int i4 __attribute__((vector_size(16)));
typedef float f3 __attribute__((ext_vector_type(3)));

static f4 cross(f4 a, f4 b) {
    return __builtin_shufflevector(a, a, 1, 2, 0, 3) * __builtin_shufflevector(b, b, 2, 0, 1, 3) -
           __builtin_shufflevector(a, a, 2, 0, 1, 3) * __builtin_shufflevector(b, b, 1, 2, 0, 3);
}

int main(void) {
    f4 a = {1, 2, 3, 0}, b = {-4, 5.5f, 6, 0}, c = cross(a, b);
    printf("%g %g %g\n", c[0], c[1], c[2]);
    i4 less = a < b;
    printf("%d %d %d %d\n", less[0], less[1], less[2], less[3]);
    i4 whole = __builtin_convertvector(b, i4);
    printf("%d %d\n", whole[0], whole[1]);
    d2 d = {1.5, 2.5};
    d = d * d / (d2){2, 5} + 1;
    printf("%g %g\n", d[0], d[1]);
    f3 v = {1, 2, 3};
    v.xy = v.zx;
    printf("%g %g %g\n", v.x, v.y, v.z);
    return 0;
}
