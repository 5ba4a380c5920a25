/* The environment of floating point (fenv.c, exceptions.c). */
#ifndef RT_FENV_H
#define RT_FENV_H

extern int __shrike_rounding; /* a value of fesetround; what is rounded looks at it (src/front/protect/floats.h) */
extern int rt_raised;         /* flags of exceptions, kept in programs that look at them (src/front/protect/floats.h) */
extern int rt_undecided;           /* those that nobody knows */

void __shrike_raises_anything(void);

#endif
