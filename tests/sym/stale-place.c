// A stale pointer to a local variable must miss whatever comes to life in its place: a variable that nothing points to
// (the default), the hundredth that has its name, and arrays of other sizes.
// RUN: %unsafe --engine=explore %s
// RUN: %unsafe --engine=explore -m32 %s
// RUN: %unsafe --engine=explore -DROUNDS=64 %s
// RUN: %unsafe --engine=explore -DROUNDS=130 %s
// RUN: %unsafe --engine=explore -m32 -DROUNDS=300 %s
// RUN: %unsafe --engine=explore -DROUNDS=64 -DBIG=600 %s
// RUN: %unsafe --engine=explore -m32 -DROUNDS=4 -DBIG=600 %s
// RUN: %unsafe --engine=explore -m32 -DROUNDS=40 -DBIG=6000 %s
// RUN: %unsafe --engine=explore -DMIXED %s
// RUN: %unsafe --engine=explore -m32 -DMIXED %s
// RUN: %verdict SAFE --engine=explore -DFIXED %s
// RUN: %verdict SAFE --engine=explore -DFIXED -DMIXED %s
static volatile int zero;
static char *kept;

#ifdef ROUNDS
#ifndef BIG
#define BIG 4
#endif
static int f(int i) {
    char b[BIG];
    b[zero] = 1;
    if (i == 0) kept = b;
#ifdef FIXED
    return b[zero];
#else
    return i == ROUNDS ? *kept : 0;
#endif
}
int main(void) {
    int sum = 0;
    for (int i = 0; i <= ROUNDS; i++) sum += f(i);
    return sum;
}
#elif defined MIXED
static int big(int i) {
    char b[8192];
    for (int k = 0; k < 8192; k++) b[k] = 1;
    if (i == 1) kept = b;
    return b[zero];
}
static int small(void) {
    char b[16];
    int sum = 0;
    b[zero] = 1;
    char *volatile p = b;
#ifdef FIXED
    return *p + sum;
#else
    for (int k = 0; k < 8192; k++)
        if (kept + k == p) sum += kept[k]; /* never: it is another place */
    return *p + sum + kept[zero];
#endif
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) sum += big(i);
    return sum + small();
}
#else
static void f(void) {
    int b = 1;
    kept = (char *)&b;
}
static int h(void) {
    volatile int mine = 2;
#ifdef FIXED
    return mine;
#else
    return *kept + mine;
#endif
}
int main(void) {
    f();
    return h();
}
#endif
