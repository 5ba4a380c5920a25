// A local variable of a round is gone in the next, whose variable has another place: a pointer that is kept leads nowhere.
// RUN: %verdict UNKNOWN --once --engine=invariant %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DMASKED %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DBYTES %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DMEMBER %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DVLA %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DALLOCA %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DHEAP %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DDEEP %s
// RUN: %verdict UNKNOWN --once --engine=invariant -DLATER=3 %s
// RUN: %verdict UNKNOWN --once --engine=invariant -m32 %s
// RUN: %verdict UNKNOWN --once --engine=invariant --no-simplify %s
// RUN: %verdict UNSAFE --once --engine=bmc %s
// RUN: %verdict UNSAFE --once %s
// RUN: %verdict SAFE --engine=invariant -DFIXED %s
// RUN: %verdict SAFE --engine=invariant -DFIXED -DMASKED %s
// RUN: %verdict SAFE --engine=invariant -DFIXED -DBYTES %s
// RUN: %verdict SAFE --engine=invariant -DFIXED -DVLA %s
// RUN: %verdict SAFE --engine=invariant -DFIXED -DHEAP %s
// RUN: %verdict SAFE --engine=invariant -DFIXED -DDEEP %s
// RUN: %verdict SAFE --engine=bmc --once -DFIXED %s
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned at;
#ifdef MASKED
static uintptr_t kept;
#define KEEP(p) (kept = ~(uintptr_t)(p))
#define KEPT ((int *)~kept)
#define FORGET (kept = ~(uintptr_t)0)
#define NOT_YET (!kept || !~kept)
#elif defined BYTES
static unsigned char kept[sizeof(int *)];
static int *from_bytes(void) {
    int *p;
    memcpy(&p, kept, sizeof p);
    return p;
}
#define KEEP(p) do { int *q_ = (p); memcpy(kept, &q_, sizeof q_); } while (0)
#define KEPT from_bytes()
#define FORGET memset(kept, 0, sizeof kept)
#define NOT_YET (!KEPT)
#elif defined MEMBER
static struct { int tag; int *to; } kept;
#define KEEP(p) (kept.to = (p))
#define KEPT kept.to
#define FORGET (kept.to = 0)
#define NOT_YET (!kept.to)
#else
static int *kept;
#define KEEP(p) (kept = (p))
#define KEPT kept
#define FORGET (kept = 0)
#define NOT_YET (!kept)
#endif

static int f(void) {
#ifdef VLA
    int b[at % 2 + 1], *p = b;
    b[0] = 1;
#elif defined ALLOCA
    int *p = __builtin_alloca(sizeof *p);
    *p = 1;
#elif defined HEAP
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
#else
    int b = 1, *p = &b;
#endif
#ifdef FIXED
    KEEP(p);
    int r = *KEPT;
    FORGET;
#elif defined LATER
    int r = at >= LATER ? *KEPT : 0;
    if (at == 0) KEEP(p);
#else
    int r = NOT_YET ? 0 : *KEPT;
    KEEP(p);
#endif
#ifdef HEAP
    free(p);
#endif
    return r;
}

static int deep(int n) { return n ? deep(n - 1) : f(); }

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    for (at = 0; at < n; at++)
#ifdef DEEP
        if (deep(2) == 2) return 1;
#else
        if (f() == 2) return 1;
#endif
    return 0;
}
