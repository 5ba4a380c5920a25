// REQUIRES: shrike
// A program with an allocator of its own starts natively: sanitizer and C library have theirs.
// RUN: %unsafe --check=assert --engine=explore %s
// RUN: %unsafe --check=assert --engine=explore -m32 %s
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_error(void);

static char pool[1000];
static unsigned used;

void *malloc(__SIZE_TYPE__ n) {
    void *p = pool + used;
    used += (unsigned)n;
    return p;
}

void free(void *p) { used -= p == pool; }

int main(void) {
    int *p = malloc(8);
    p[0] = __VERIFIER_nondet_int();
    if (p[0] == 42) __VERIFIER_error();
    free(p);
    return 0;
}
