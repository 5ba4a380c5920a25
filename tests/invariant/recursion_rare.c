// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DRARE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DLATE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DUNDONE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DHANDLER %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DINPUT %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DWRAPS %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DCIRCLE %s
// RUN: %verdict UNKNOWN --once --engine=invariant --check=assert --max-instructions 300000 -DWHERE %s
// RUN: %unsafe --once --engine=invariant --check=assert --max-instructions 300000 -DLOCAL %s
// RUN: %unsafe --once --engine=invariant --check=assert --max-instructions 300000 -DJUMP %s
// RUN: %unsafe --once --engine=invariant --check=assert --max-instructions 300000 -DPOINTER %s
// RUN: %unsafe --once --engine=invariant --check=assert --max-instructions 300000 -DVALUE %s
// RUN: %safe --once --engine=invariant --check=assert %s
// What is plausible of a function's calls, and false: the error lies deep, and none may be proved.
#include <setjmp.h>
#include <stdlib.h>
extern void __VERIFIER_error(void);
int __VERIFIER_nondet_int(void);

#ifdef RARE
static int same(int x) { return x == 0 ? 0 : x == 123456789 ? 7 : same(x - 1) + 1; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 200000000 && same(x) != x) __VERIFIER_error();
}
#elif defined LATE
static int hit;
static void down(int n) {
    if (n == 0) return;
    if (n == 1005) hit = 1; /* the first call does not */
    down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 2000) return 0;
    down(n);
    if (hit) __VERIFIER_error();
}
#elif defined UNDONE
static int depth; /* as before when a call returns */
static void down(int n) {
    if (n <= 0) {
        if (depth == 1000) __VERIFIER_error();
        return;
    }
    depth++;
    down(n - 1);
    depth--;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 900) down(n);
}
#elif defined HANDLER
static int depth;
static void last(void) {
    if (depth == 1000) __VERIFIER_error();
}
static void down(int n) {
    if (n <= 0) exit(0);
    depth++;
    down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    atexit(last);
    if (n > 900) down(n);
}
#elif defined INPUT
static int deep(int n) { /* each call's input is another one */
    int v = __VERIFIER_nondet_int();
    return n <= 0 ? v : deep(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 100000) return 0;
    int a = deep(n), b = deep(n);
    if (a != b) __VERIFIER_error();
}
#elif defined WRAPS
static int power(int n) { return n <= 0 ? 1 : power(n - 1) * 2; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 100 && power(n) < 1) __VERIFIER_error();
}
#elif defined CIRCLE
static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : n == 100001 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int main(void) {
    unsigned n = (unsigned)__VERIFIER_nondet_int();
    if (n > 200000 && even(n) != (n % 2 == 0)) __VERIFIER_error();
}
#elif defined WHERE
static char *first; /* where a variable is depends on the depth */
static int down(int n) {
    char c = 0;
    if (!first) first = &c;
    if ((unsigned long)first - (unsigned long)&c == 9600) return 1;
    return n <= 0 ? 0 : down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 1000 && down(n)) __VERIFIER_error();
}
#elif defined LOCAL
static void down(int n, int *p) { /* a call changes the variable of the one that made it */
    int x = 0;
    if (n <= 0) {
        *p = 5;
        return;
    }
    down(n - 1, &x);
    if (x == 5) __VERIFIER_error();
}
int main(void) {
    int y = 0, n = __VERIFIER_nondet_int();
    if (n > 1000) down(n, &y);
}
#elif defined JUMP
static jmp_buf back;
static void down(int n) {
    if (n <= 0) longjmp(back, 1);
    down(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 1000) return 0;
    if (setjmp(back)) __VERIFIER_error();
    down(n);
}
#elif defined POINTER
static int good(int n) { return n; }
static int bad(int n) { return n + 1; }
static int down(int n, int (*end)(int)) { return n == 0 ? end(0) : down(n - 1, n == 5000 ? bad : end); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n > 6000 && down(n, good)) __VERIFIER_error();
}
#elif defined VALUE
struct big { int a[8]; };
static int down(struct big b, int n) {
    if (n <= 0) return b.a[3];
    b.a[n & 7] = n;
    return down(b, n - 1);
}
int main(void) {
    struct big b = {{0}};
    int n = __VERIFIER_nondet_int();
    if (n > 1000 && down(b, n) == 3) __VERIFIER_error();
}
#else
static int for_ever(int n) { return for_ever(n + 1); }
int main(void) {
    for_ever(__VERIFIER_nondet_int());
    __VERIFIER_error(); /* nothing returns there */
}
#endif
