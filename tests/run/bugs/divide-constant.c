// RUN: %bug -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %bug -m32 -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %same -DCASE=5 %s
// clang folds these; what is left of them has no value.
#include <limits.h>

int main(void) {
#if CASE == 1
    return INT_MIN / -1;
#elif CASE == 2
    return (int)(LLONG_MIN % -1);
#elif CASE == 3
    return 7 / 0;
#elif CASE == 4
    return 1 << 40;
#else
    return 10 / -1 + 7 % -1 + (1 << 30) / (1 << 26);
#endif
}
// ONE: divide-constant.c:12:20: error: {{.*}} [division-overflow]
// TWO: divide-constant.c:14:28: error: {{.*}} [division-overflow]
// THREE: divide-constant.c:16:14: error: division by zero [division-by-zero]
// FOUR: divide-constant.c:18:14: error: {{.*}} [oversized-shift]
