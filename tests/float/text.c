// Numbers in text that is an input: strtod and its family, atof, scanf.
// RUN: %safe --engine=explore -DTIES %s
// RUN: %safe --engine=explore -DDIGITS %s
// RUN: %safe --engine=explore -DSCANNED %s
// RUN: %safe --engine=explore -DUNFINISHED %s
// RUN: %unsafe --engine=explore -DVALUE %s
// RUN: %unsafe --engine=explore -DINFINITE %s
// RUN: %unknown --engine=explore -DLONG %s | %check %s
// REQUIRES: shrike
// CHECK: tried with one value of the input only
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern void klee_make_symbolic(void *, unsigned long, const char *);
extern void klee_assume(unsigned long);

static char t[24];

/* Input, but this one. */
static const char *is(const char *text) {
    size_t n = strlen(text) + 1;
    klee_make_symbolic(t, n, "t");
    for (size_t i = 0; i < n; i++) klee_assume(t[i] == text[i]);
    return t;
}

static void digits(int n) {
    klee_make_symbolic(t, (unsigned long)n, "t");
    for (int i = 0; i < n; i++) klee_assume(t[i] >= '0' && t[i] <= '9');
}

int main(void) {
    char *end;
#if defined TIES
    assert(strtod(is("9007199254740993"), NULL) == 9007199254740992.0);
    assert(strtod(is("9007199254740993.001"), NULL) == 9007199254740994.0);
    assert(strtod(is("9007199254740995"), NULL) == 9007199254740996.0);
    assert(strtod(is("9007199254740994.999"), NULL) == 9007199254740994.0);
    assert(strtof(is("16777217"), NULL) == 16777216.0f);
    assert(strtof(is("16777217.00000001"), NULL) == 16777218.0f);
    assert(strtof(is("16777218.99999999"), NULL) == 16777218.0f);
    assert(strtod(is("0x1.8p-3"), &end) == 0.1875 && end == t + 8);
    assert(strtod(is("-"), &end) == 0 && end == t && !signbit(strtod(t, NULL)));
    assert(signbit(atof(is("-0"))) && isnan(atof(is("-nan"))) && isinf(atof(is("iNfInIt"))));
    assert(strtod(is("1e+"), &end) == 1 && end == t + 1);
#elif defined DIGITS
    digits(3);
    t[1] = '.';
    assert(strtod(t, &end) == (10 * (t[0] - '0') + (t[2] - '0')) / 10.0 && end == t + 3);
#elif defined SCANNED
    float f = 0;
    digits(2);
    assert(sscanf(t, "%f", &f) == 1 && f >= 0 && f <= 99);
#elif defined UNFINISHED /* what follows the number is not looked at */
    char *all = malloc(3);
    all[0] = '2', all[1] = '5', all[2] = ';';
    assert(strtod(all, &end) == 25 && end == all + 2);
#elif defined VALUE
    klee_make_symbolic(t, 5, "t");
    assert(strtod(t, NULL) != 3.14);
#elif defined INFINITE
    klee_make_symbolic(t, 4, "t");
    assert(strtod(t, NULL) <= 1e9);
#else
    digits(22);
    assert(strtod(t, NULL) < 1e30);
#endif
    return 0;
}
