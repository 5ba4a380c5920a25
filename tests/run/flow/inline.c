// RUN: %same %s
#include <stdio.h>

static inline int sq(int x) { return x * x; }
inline int ext(int x) { return x + 100; }
extern inline int ext(int x);
__attribute__((always_inline)) static inline int always(int x) { return sq(x) + ext(x); }
__attribute__((noinline)) static int never(int x) { return x - 1; }

int main(void) {
    printf("%d %d\n", always(7), never(ext(1)));
    printf("%s\n", __func__);
    return 0;
}
