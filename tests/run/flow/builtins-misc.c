// RUN: %same %s
#include <stddef.h>
#include <stdio.h>

struct s { char c; int i; };

int main(void) {
    char buf[64];
    char *p = __builtin_align_up(buf + 1, 16), *q = __builtin_align_down(p + 5, 16);
    printf("%d %d %d\n", p == q, __builtin_is_aligned(p, 16), p - buf <= 16);
    printf("%d %d\n", __builtin_flt_rounds(), (int)__builtin_offsetof(struct s, i));
    printf("%d %s\n", __builtin_choose_expr(1, 5, "no"), __builtin_choose_expr(0, 5, "yes"));
    printf("%d %d\n", __builtin_classify_type(1.5), __builtin_constant_p(buf[0]));
    int x = 0;
    __builtin_nontemporal_store(7, &x);
    printf("%d\n", __builtin_nontemporal_load(&x));
    printf("%d %d\n", __builtin_isnan(0.0 / x * 0), __builtin_isfpclass(1.0, 0x100));
    printf("%s\n", __builtin_FUNCTION());
    printf("%g %g %g\n", __builtin_inf(), __builtin_huge_val(), __builtin_copysign(2.0, -1.0));
    printf("%g %d\n", __builtin_powi(2.0, 10), __builtin_signbit(-2.0) != 0);
    if (__builtin_unpredictable(x == 7)) puts("seven");
    return 3;
}
