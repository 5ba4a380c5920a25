// RUN: %bug --check=overflow -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug --check=overflow -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug --check=overflow -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug --check=overflow -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %bug --check=overflow -m32 -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %same --check=overflow -DCASE=5 %s
// clang folds constants; only those that are executed are errors.
#include <limits.h>

int main(void) {
    volatile int x = 3;
#if CASE == 1
    int a = 2147483647 + 1;
    return a == x;
#elif CASE == 2
    if (INT_MAX * 2 < 0) return 1;
    return 0;
#elif CASE == 3
    return x == 3 ? -INT_MIN : 0;
#elif CASE == 4
    switch (x) {
    case 3: return INT_MIN - 1;
    default: return 0;
    }
#else
    if (x == 4) return INT_MAX + 1;
    return (int)(INT_MAX + 1u > 3u) + (int)sizeof(int[INT_MAX / INT_MAX]);
#endif
}
// ONE: overflow-constant.c:13:24: error: signed overflow: 2147483647 + 1 does not fit 32 bits [signed-overflow]
// TWO: overflow-constant.c:16:17: error: {{.*}} [signed-overflow]
// THREE: overflow-constant.c:19:21: error: {{.*}} [signed-overflow]
// FOUR: overflow-constant.c:22:28: error: {{.*}} [signed-overflow]
