// RUN: %same %s
#include <stdio.h>

typedef int v8 __attribute__((vector_size(32)));
typedef unsigned short u8 __attribute__((vector_size(16)));

int main(void) {
    v8 a = {5, -3, 8, 1, 0, 7, -9, 2};
    printf("%d %d %d %d\n", __builtin_reduce_add(a), __builtin_reduce_max(a), __builtin_reduce_min(a),
           __builtin_reduce_xor(a));
    v8 m = __builtin_elementwise_max(a, (v8){} + 1);
    printf("%d %d %d\n", m[1], m[2], __builtin_elementwise_abs(a)[6]);
    u8 s = {65535, 1, 2, 3};
    s = __builtin_elementwise_add_sat(s, (u8){10, 10});
    printf("%d %d\n", s[0], s[1]);
    return 0;
}
