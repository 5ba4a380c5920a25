// RUN: %certified %s -DBLOCK
// RUN: %certified %s -DBEHIND
// RUN: %certified %s -DNAMESAKE
// RUN: %certified %s -DBYTES
// RUN: %certified %s -DWORD
// RUN: %certified %s -DFAR --check=memory
// RUN: %certified %s -DELSEWHERE --check=memory
// RUN: %certified %s -DCHOSEN --check=memory
// RUN: %certified %s -DWRAPS
// RUN: %certified %s -DNOBODY
// RUN: %certified %s -DSELF
// RUN: %certified %s -DEACH
// RUN: %certified %s -DOTHER
// RUN: %certified %s -DPOINTED
// RUN: %certified %s -DFUNCTION
// RUN: %certified %s -DVALUE
// RUN: %certified %s -DBOUNDS --check=memory
// RUN: %certified %s -DOUT
// RUN: %certified %s -DFREED --check=memory
// RUN: %certified %s -DTWICE
// Programs that are wrong, and claims that would hide it if one of these could be said: where a block of a later round lies, what stands
// in the bytes of a pointer, that an index leads from one object into another, that a sum does not wrap around, that nobody comes to a loop,
// that a function which is called gives what it must, that nothing else is changed.
// CLAIM: BLOCK={"claim": "loop", "function": "main", "loop": "1", "changes": ["p", "q"], "holds": ["p == 0 || p == 1297080123392"]}
// CLAIM: BEHIND={"claim": "loop", "function": "main", "loop": "1", "changes": ["p", "q"], "holds": ["p == 0 || p == first + 8589934592"]}
// CLAIM: NAMESAKE={"claim": "loop", "function": "main", "loop": "1", "changes": ["p", "m"], "holds": ["p == &main::$0 || p == 0 || p == &v", "m > 0"]}
// CLAIM: WRAPS={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["i >= 0", "s >= i", "s + 1 > s"]}
// CLAIM: NOBODY={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["n == 12345"]}
// CLAIM: SELF={"claim": "call", "function": "odd", "changes": [], "needs": [], "gives": ["\\result == 0"]}
// CLAIM: EACH={"claim": "call", "function": "odd", "changes": [], "needs": ["n == 4"], "gives": ["\\result == 0"]}
// CLAIM: OTHER={"claim": "call", "function": "odd", "changes": [], "needs": [], "gives": ["calls == \\old(calls)"]}
// CLAIM: POINTED={"claim": "call", "function": "fill", "changes": [], "needs": [], "gives": []}
// CLAIM: OUT={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": ["a[i & 7] == 0", "a[4] == 0"]}
// CLAIM: TWICE={"claim": "loop", "function": "main", "loop": "1", "changes": ["i"], "holds": []}
// CLAIM: TWICE={"claim": "loop", "function": "main", "loop": "1", "changes": ["i", "s"], "holds": ["s == 0"]}
// EXPECT: REFUSED
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
int calls, a[4], b[4];
union { int *p; unsigned h[2]; unsigned long l; } u;
static int odd(int n) { return calls++, n <= 0 ? n == -3 : odd(n - 2); }
static void fill(int *p, int n) {
    int own = 0;
    *p = n;
    if (n > 0) fill(&own, n - 1);
}
static int none(void) { return 0; }
static int one(void) { return 1; }

int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, s = 0;
#if defined BLOCK || defined BEHIND
    int *first = malloc(4), *p = 0, *q = 0;
    while (__VERIFIER_nondet_int()) {
        q = malloc(4);
        *q = 1;
        if (p) *p = 2;
        assert(p == 0 || *q == 2);
        p = q;
    }
#elif defined NAMESAKE
    int *p = 0, m = 1;
    while (__VERIFIER_nondet_int()) {
        int v[m];
        v[0] = 1;
        if (p) *p = 2;
        assert(p == 0 || v[0] == 2);
        p = v;
    }
#elif defined BYTES
    u.p = malloc(4);
    assert(!(u.h[1] & 1));
#elif defined WORD
    u.p = &n;
    assert(u.l % 2 == 0 && u.l > 4096);
#elif defined FAR
    char *c = malloc(8), *d = malloc(8);
    c[0x200000000] = 1;
    d[0] = 2;
#elif defined ELSEWHERE
    long k = b - a;
    a[k] = 1;
#elif defined CHOSEN
    int *p = n ? a : b;
    if (n > 3 && n < 6) p[n] = 1;
#elif defined WRAPS
    for (i = 0; i < n; i++) s += 3;
    assert(s >= 0);
#elif defined NOBODY
    for (i = 0; i < n; i++) assert(i < 100);
#elif defined SELF || defined EACH
    assert(odd(n) == 0);
#elif defined OTHER
    odd(4);
    assert(calls == 0);
#elif defined POINTED
    fill(&s, 3);
    assert(s == 0);
#elif defined FUNCTION
    int (*f)(void) = n == 77 ? one : none;
    assert(f() == 0);
#elif defined VALUE
    int x;
    assert(x == x + s && x != 42);
#elif defined BOUNDS
    if (n >= 0 && n <= 4) a[n] = 1;
#elif defined OUT
    for (i = 0; i < n; i++)
        if (i < 4) a[i] = i;
    assert(a[3] == 0);
#elif defined FREED
    int *p = malloc(4);
    free(p);
    int *q = malloc(4);
    *q = 0;
    *p = 1;
#else
    for (i = 0; i < n; i++) s = 1;
    assert(s == 0);
#endif
    return 0;
}
