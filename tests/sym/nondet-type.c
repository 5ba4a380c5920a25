/* __VERIFIER_nondet_T is an input for every type T that the program declares.
 * RUN: %unsafe --engine=explore %s | %check %s
 * RUN: %safe --engine=explore -DFIXED %s
 * RUN: %unsafe --engine=bmc -m32 %s
 * RUN: %safe --engine=interpolate -m32 -DFIXED %s
 */
extern void __VERIFIER_error(void);
extern void __VERIFIER_assume(int);
typedef unsigned long long u64;
typedef struct { char tag; int value; } pair;
typedef struct { long words[5]; double d; } large;
struct point { float x, y; };
enum colour { RED, GREEN };
union either { int i; void *p; };
extern u64 __VERIFIER_nondet_u64(void);
extern pair __VERIFIER_nondet_pair(void);
extern large __VERIFIER_nondet_large();
extern struct point __VERIFIER_nondet_point(void);
extern enum colour __VERIFIER_nondet_colour(void);
extern union either __VERIFIER_nondet_either(void);
extern long double __VERIFIER_nondet_long_double(void);

int main(void) {
    u64 u = __VERIFIER_nondet_u64();
    pair p = __VERIFIER_nondet_pair();
    large l = __VERIFIER_nondet_large();
    union either e = __VERIFIER_nondet_either();
    struct point at = __VERIFIER_nondet_point();
    enum colour c = __VERIFIER_nondet_colour();
    (void)at, (void)__VERIFIER_nondet_long_double();
    __VERIFIER_assume(u == 0x123456789abcdefULL);
    if (p.tag == 'x' && p.value == -5 && l.words[4] == 77 && e.i == 3 && c == GREEN) {
#ifdef FIXED
        if (u == 1 || l.words[4] == 78) __VERIFIER_error();
#else
        __VERIFIER_error(); // CHECK: nondet-type.c:[[@LINE]]:9: error: error function
#endif
    }
    return 0;
}
