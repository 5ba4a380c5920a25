// RUN: %unsafe %s | %check %s
// RUN: %unsafe -m32 %s | %check %s
// RUN: %safe -DFIXED %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=cdse %s
// RUN: %unsafe --engine=dash %s
// RUN: %unsafe --engine=bmc %s
// RUN: %unsafe --engine=concolic %s
// RUN: %safe --engine=interpolate -DFIXED %s
// RUN: %safe --engine=cdse -DFIXED %s
// RUN: %safe --engine=dash -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED %s
// RUN: %safe --engine=concolic -DFIXED %s
// Without the check the access is inside of its object.
// RUN: %safe --check=memory %s
// REQUIRES: shrike
extern int __VERIFIER_nondet_int(void);

struct point { int at[3]; int colour; };

static int get(struct point *p, int i) { return p->at[i]; }

int main(void) {
    struct point p = {{1, 2, 3}, 4};
    int i = __VERIFIER_nondet_int();
#ifdef FIXED
    if (i < 0 || i > 2) return 0;
#else
    if (i < 0 || i > 3) return 0;
#endif
    return get(&p, i) == 7;
}
// CHECK: index-member.c:21:49: error: index 3 is outside of the array: it must be less than 3 [index-out-of-range]
// CHECK: i = 3
