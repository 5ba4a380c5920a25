// RUN: %bug --check=overflow -DCASE=1 %s | %check --check-prefix=ONE %s
// RUN: %bug --check=overflow -DCASE=2 %s | %check --check-prefix=TWO %s
// RUN: %bug --check=overflow -DCASE=3 %s | %check --check-prefix=THREE %s
// RUN: %bug --check=overflow -DCASE=4 %s | %check --check-prefix=FOUR %s
// RUN: %same --check=overflow -DCASE=5 %s
// By default signed overflow wraps in silence.
// RUN: %shrike run -DCASE=1 %s
// RUN: %shrike run --no-simplify -DCASE=2 %s
// REQUIRES: shrike
#include <limits.h>

int main(void) {
    volatile int a = INT_MIN, b = 65536;
    volatile long l = LONG_MAX;
    volatile unsigned u = 4000000000u;
    volatile short s = SHRT_MAX;
    int r = 0;
#if CASE == 1
    r = a - 1;
#elif CASE == 2
    r = b * b;
#elif CASE == 3
    l++;
#elif CASE == 4
    r = -a;
#else
    s++;
    u *= u;
    l = (long)b * b;
#endif
    return r == 12345;
}
// ONE: overflow-kinds.c:19:11: error: {{.*}} [signed-overflow]
// TWO: overflow-kinds.c:21:11: error: {{.*}} [signed-overflow]
// THREE: overflow-kinds.c:23:6: error: {{.*}} [signed-overflow]
// FOUR: overflow-kinds.c:25:9: error: {{.*}} [signed-overflow]
