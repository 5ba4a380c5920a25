/* Functions that are only there to be inlined keep their bodies.
 * RUN: %unsafe --engine=explore %s | %check %s
 * RUN: %unsafe --engine=bmc --external=havoc -DGNU %s | %check %s
 * RUN: %unsafe --engine=explore -std=gnu89 -DOLD %s | %check %s
 * RUN: %unsafe --engine=explore -m32 -DCHAIN %s | %check %s
 * RUN: %safe --engine=interpolate --external=havoc -DFIXED %s
 * RUN: %safe --engine=explore -DFIXED -DGNU %s
 * RUN: %safe --engine=dash -std=gnu89 -DFIXED -DOLD %s
 * RUN: %safe --engine=cdse -DFIXED -DCHAIN %s
 */
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);

#if defined GNU
extern inline __attribute__((gnu_inline)) int next(int x) { return x == 100 ? 1 : x; }
#elif defined OLD
extern inline int next(int x) { return x == 100 ? 1 : x; }
#elif defined CHAIN
static int hundred = 100;
inline int is_hundred(int x) { return x == hundred; }
inline int next(int x) { return is_hundred(x) ? 1 : x; }
#else
inline int next(int x) { return x == 100 ? 1 : x; }
#endif

int main(void) {
    int (*f)(int) = next, x = __VERIFIER_nondet_int();
#ifdef FIXED
    if (f(x) == 100 || (x != 100 && next(x) != x)) __VERIFIER_error();
#else
    if (next(x) != x && f(x) == 1) __VERIFIER_error(); // CHECK: inline.c:[[@LINE]]:36: error: error function
#endif
    return 0;
}
