/* fenv.h: rounding modes, and flags of exceptions (exceptions.c says what raises them). Traps are not supported. */
#include <fenv.h>
#include <float.h>

#include "rt.h"
#include "rt_fenv.h"

int __shrike_rounding;
void __shrike_nearest_only(int mode);
void __shrike_fenv_threads(void);
void __shrike_fenv_address(void);
int __shrike_flt_rounds(void);

enum { MODES = FE_DOWNWARD | FE_UPWARD | FE_TOWARDZERO, MASKED = 0x37f, MXCSR = 0x1f80, MXCSR_SHIFT = 3 };

/* Before a function that rounds to nearest only. */
void __shrike_nearest_only(int mode) {
    if (mode != FE_TONEAREST) __shrike_unsupported("this function with rounding other than to nearest");
}

/* Before a thread is created. */
void __shrike_fenv_threads(void) { __shrike_unsupported("threads in a program that looks at rounding modes or floating-point exceptions"); }

/* In the place of a function with `...` whose address was taken. */
void __shrike_fenv_address(void) {
    __shrike_unsupported("scanf and the like called by address in a program that looks at rounding modes or floating-point exceptions");
}

/* ---- modes ---- */

int fegetround(void) { return __shrike_rounding; }
int fesetround(int mode) {
    if (mode & ~MODES) return 1;
    __shrike_rounding = mode;
    return 0;
}
/* FLT_ROUNDS, by what float.h calls these modes. */
int __shrike_flt_rounds(void) {
    int mode = __shrike_rounding;
    return mode == FE_TONEAREST ? 1 : mode == FE_UPWARD ? 2 : mode == FE_DOWNWARD ? 3 : 0;
}

int fegetmode(femode_t *mode) {
    *mode = (femode_t){.__control_word = (unsigned short)(MASKED | __shrike_rounding),
                       .__mxcsr = MXCSR | (unsigned)__shrike_rounding << MXCSR_SHIFT};
    return 0;
}
int fesetmode(const femode_t *mode) {
    __shrike_rounding = mode == FE_DFL_MODE ? FE_TONEAREST : mode->__control_word & MODES;
    return 0;
}

/* ---- exceptions ---- */

/* What e asks about must be known. */
static void rt_known(int e) {
    if (e & rt_undecided) __shrike_unsupported("floating-point exceptions that a function or conversion may or may not raise");
}

int feclearexcept(int e) {
    rt_raised &= ~e;
    rt_undecided &= ~e;
    return 0;
}
static int rt_raise_flags(int e) {
    rt_raised |= e & FE_ALL_EXCEPT;
    rt_undecided &= ~e;
    return 0;
}
int feraiseexcept(int e) { return rt_raise_flags(e); }
int fesetexcept(int e) { return rt_raise_flags(e); }
int fetestexcept(int e) {
    rt_known(e);
    return rt_raised & e & FE_ALL_EXCEPT;
}
int fegetexceptflag(fexcept_t *flags, int e) {
    rt_known(e);
    *flags = (fexcept_t)(rt_raised & e & FE_ALL_EXCEPT);
    return 0;
}
int fesetexceptflag(const fexcept_t *flags, int e) {
    e &= FE_ALL_EXCEPT;
    rt_raised = (rt_raised & ~e) | (*flags & e);
    rt_undecided &= ~e;
    return 0;
}
int fetestexceptflag(const fexcept_t *flags, int e) { return *flags & e & FE_ALL_EXCEPT; }

/* Nobody is signalled. */
int fegetexcept(void) { return 0; }
int fedisableexcept(int e) { return (void)e, 0; }
int feenableexcept(int e) {
    if (e & FE_ALL_EXCEPT) __shrike_unsupported("floating-point exceptions that are signalled (feenableexcept)");
    return 0;
}

/* ---- environments; what is open is kept where the processor keeps nothing ---- */

static void rt_save(fenv_t *env) {
    static const fenv_t none;
    *env = none;
    env->__control_word = (unsigned short)(MASKED | __shrike_rounding);
    env->__status_word = (unsigned short)rt_raised;
    env->__tags = 0xffff;
    env->__glibc_reserved5 = (unsigned short)rt_undecided;
#ifdef __x86_64__
    env->__mxcsr = MXCSR | (unsigned)__shrike_rounding << MXCSR_SHIFT | (unsigned)rt_raised;
#endif
}
int fegetenv(fenv_t *env) { return rt_save(env), 0; }
int feholdexcept(fenv_t *env) {
    rt_save(env);
    rt_raised = rt_undecided = 0;
    return 0;
}
static void rt_restore(const fenv_t *env) {
    if (env == FE_NOMASK_ENV) __shrike_unsupported("floating-point exceptions that are signalled (FE_NOMASK_ENV)");
    bool plain = env == FE_DFL_ENV;
    __shrike_rounding = plain ? FE_TONEAREST : env->__control_word & MODES;
    rt_raised = plain ? 0 : env->__status_word & FE_ALL_EXCEPT;
    rt_undecided = plain ? 0 : env->__glibc_reserved5 & FE_ALL_EXCEPT;
}
int fesetenv(const fenv_t *env) { return rt_restore(env), 0; }
/* What was raised remains so. */
int feupdateenv(const fenv_t *env) {
    int raised = rt_raised, open = rt_undecided;
    rt_restore(env);
    rt_raised |= raised;
    rt_undecided = (rt_undecided | open) & ~rt_raised;
    return 0;
}
