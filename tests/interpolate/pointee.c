// REQUIRES: shrike
// Memory that inputs point to is made where they are followed; what was proved for one state holds for another
// only if its pointers would be led to the same memory.
// RUN: %safe --check=assert --engine=interpolate --max-instructions 300000 %s
// RUN: %safe --check=assert --engine=interpolate --max-instructions 300000 -m32 -DCALLED %s
// RUN: %safe --check=assert --engine=interpolate --max-instructions 300000 --check-subsumption %s
// RUN: %unsafe --check=assert --engine=interpolate -DLOCAL %s
// RUN: %unsafe --check=assert --engine=interpolate -DALIAS -m32 %s
// RUN: %unsafe --check=assert --engine=interpolate -DLATER_NULL %s
// RUN: %unsafe --check=assert --engine=interpolate -DSEEN %s
// RUN: %unsafe --check=assert --engine=interpolate -DOTHER %s
// RUN: %unsafe --check=assert --engine=bmc -DALIAS %s
// RUN: %unsafe --check=assert --engine=bmc -DLOCAL -m32 %s
#include <stddef.h>

extern void *__VERIFIER_nondet_pointer(void);
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

struct device {
    int mode, count;
    struct device *bus;
};
void touch(struct device *d, const char *format, ...);

int main(void) {
    struct device *p = __VERIFIER_nondet_pointer(), *q = __VERIFIER_nondet_pointer(), local = {0, 0, NULL};
    struct device *a = p, *b = q, unset, *made = &unset;
    int locked = 0, was = 0;
    while (__VERIFIER_nondet_int()) {
#if defined LOCAL // a was memory of its own and is a variable of ours
        if (__VERIFIER_nondet_int()) a = &local;
        a->mode = 1;
        if (local.mode == 1 && was) __VERIFIER_error();
        was = a == &local;
#elif defined ALIAS // two become one
        a->mode = 1;
        b->mode = 2;
        if (a->mode != 1) __VERIFIER_error();
        if (__VERIFIER_nondet_int()) b = a;
#elif defined LATER_NULL // a state that has not followed p may still have NULL
        if (was && !p) __VERIFIER_error();
        if (__VERIFIER_nondet_int()) was = 1;
        else p->mode = 1;
#elif defined SEEN // what nobody has looked at may be written, what somebody has may not
        if (was && a->count != 5) __VERIFIER_error();
        if (__VERIFIER_nondet_int()) {
            a->count = 5;
            was = 1;
        }
        touch(a, "");
#elif defined OTHER // another pointer in the same place
        if (__VERIFIER_nondet_int()) a = q;
        a->count = 1;
        if (was && p->count != 2) __VERIFIER_error();
        p->count = 2;
        was = 1;
#else
        if (p->mode & 1 || made->mode & 1) {
            if (locked) __VERIFIER_error();
            locked = 1;
            p->count++;
#ifdef CALLED
            touch(p->bus, "%d", p->count);
#endif
            if (made->count > 3) locked = 0;
            if (made->count <= 3) locked = 0;
        }
#endif
    }
    return 0;
}
