// RUN: %bug --check=overflow -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug --check=overflow -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug --check=overflow -m32 -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %same --check=overflow -DCASE=4 %s
// REQUIRES: shrike
#include <limits.h>
#include <stdlib.h>

int main(void) {
    volatile int i = INT_MIN;
    volatile long l = LONG_MIN;
    volatile long long w = LLONG_MIN;
    int (*f)(int) = abs;
#if CASE == 1
    return f(i) == 5;
#elif CASE == 2
    return labs(l) == 5;
#elif CASE == 3
    return llabs(w) == 5;
#else
    return f(i + 1) == 5 || labs(l + 1) == 5 || llabs(w + 1) == 5;
#endif
}
// ONE: overflow-abs.c:15:12: error: {{.*}} [signed-overflow]
// TWO: overflow-abs.c:17:12: error: {{.*}} [signed-overflow]
// THREE: overflow-abs.c:19:12: error: {{.*}} [signed-overflow]
