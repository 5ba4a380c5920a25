/* fenv.h: rounding modes. What is rounded looks at __shrike_rounding (src/front/floats.h); the flags
 * of exceptions are not kept. */
#include <fenv.h>

#include "rt.h"

extern int __shrike_rounding;
int __shrike_rounding; /* a value of fesetround */
void __shrike_nearest_only(int mode);

/* Before a function that rounds to nearest only. */
void __shrike_nearest_only(int mode) {
    if (mode != FE_TONEAREST) __shrike_unsupported("this function with rounding other than to nearest");
}

static int rt_is_mode(int mode) { return mode == FE_TONEAREST || mode == FE_UPWARD || mode == FE_DOWNWARD || mode == FE_TOWARDZERO; }

int fegetround(void) { return __shrike_rounding; }
int fesetround(int mode) {
    if (!rt_is_mode(mode)) return 1;
    __shrike_rounding = mode;
    return 0;
}

/* ---- environments: the mode is all there is ---- */
static int rt_save(fenv_t *env) {
    static const fenv_t none;
    *env = none;
    env->__control_word = (unsigned short)__shrike_rounding;
    return 0;
}
static int rt_restore(const fenv_t *env) {
    __shrike_rounding = env == FE_DFL_ENV ? FE_TONEAREST : env->__control_word;
    return 0;
}
int fegetenv(fenv_t *env) { return rt_save(env); }
int feholdexcept(fenv_t *env) { return rt_save(env); }
int fesetenv(const fenv_t *env) { return rt_restore(env); }
int feupdateenv(const fenv_t *env) { return rt_restore(env); }

/* ---- exceptions ---- */
int feclearexcept(int e) { return (void)e, 0; }
int feraiseexcept(int e) { return (void)e, 0; }
int fetestexcept(int e) {
    if (e & FE_ALL_EXCEPT) __shrike_unsupported("floating-point exceptions");
    return 0;
}
