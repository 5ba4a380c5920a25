// RUN: %unsafe --engine=explore %s | %check %s
// RUN: %unsafe --engine=bmc -m32 %s
// RUN: %unsafe --engine=interpolate %s
// RUN: %unsafe --engine=explore -DBY_CALL %s
// RUN: %unsafe --engine=explore -DCHOSEN %s
// RUN: %unsafe --engine=explore -DLOOP %s
// RUN: %unsafe --engine=explore -DLARGE -DBY_CALL %s
// RUN: %unsafe --engine=explore -DLARGE -DLOOP -m32 %s
// RUN: %unknown --engine=explore -DMACRO %s
// RUN: %safe --engine=explore -DFIXED %s
// RUN: %safe --engine=bmc -DFIXED -m32 %s
// RUN: %safe --engine=explore -DBY_CALL -DFIXED %s
// RUN: %safe --engine=explore -DCHOSEN -DFIXED %s
// RUN: %safe --engine=explore -DLOOP -DFIXED %s
// RUN: %safe --engine=explore -DLARGE -DBY_CALL -DFIXED %s
// RUN: %safe --engine=explore -DLARGE -DLOOP -DFIXED -m32 %s
// RUN: %safe --engine=explore -DMACRO -DFIXED %s
// What a function returns ends with the expression that calls it (C17 6.2.4p8), and not at a comma. In a macro nobody
// sees which of both is written.
int __VERIFIER_nondet_int(void);
#ifdef LARGE
struct row { int cell[9]; };
#else
struct row { int cell[3]; };
#endif
static struct row make(int x) {
    struct row r = {{x, 2, 3}};
    return r;
}
static int *kept;
static int keep(int *p) {
    kept = p;
    return *p;
}
#define TAKE(p) do { (p) = make(1).cell; if (*(p) > 7) return 1; } while (0)

int main(void) {
    int x = __VERIFIER_nondet_int(), *p;
    const char *text = "a ';' in quotes /*";
    (void)text;
#if defined BY_CALL
    if (keep(make(x).cell) != x) return *(int *)0;
#ifndef FIXED
    return *kept;
#endif
#elif defined CHOSEN
    int y = x, *q = x > 3 ? make(x).cell : &y;
#ifdef FIXED
    return (x > 3 ? make(x).cell : &y)[0] != x ? *(int *)0 : q != 0;
#else
    return *q;
#endif
#elif defined LOOP
    int n = 0;
#ifdef FIXED
    while ((p = make(n).cell) && *p < 2) n++;
#else
    while ((p = make(n).cell) && n < 2) n += *p < 5;
    while ((p = make(n).cell) && n < 4)
        if (*p < 9) n++;
#endif
    if (n < 2) return *(int *)0;
#elif defined MACRO
#ifdef FIXED
    p = &x;

#else
    TAKE(p);
#endif
#else
    p = make(x).cell /* ; */;
#ifdef FIXED
    x = (p = make(x).cell, *p /* ';' " */) + *make(1).cell;
#else
    return *p; // CHECK: temporaries.c:[[#@LINE]]:{{.*}}[use-after-scope]
#endif
#endif
    (void)keep;
    return 0;
}
