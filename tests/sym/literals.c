// String literals may share storage: those that are the same, one that ends another, and a constant with the same bytes. A
// proof that compares pointers to them says so, and no certificate checks.
// RUN: %safe %s | FileCheck %s
// RUN: %safe --once --engine=bmc %s | FileCheck %s
// RUN: %safe --once --engine=interpolate %s | FileCheck %s
// RUN: %safe --once --engine=dash %s | FileCheck %s
// RUN: %safe -DV=1 %s | FileCheck %s
// RUN: %safe -DV=2 %s | FileCheck %s
// RUN: %safe -DV=3 %s | FileCheck %s
// RUN: %safe -DV=4 %s | FileCheck %s
// RUN: %safe -DV=5 %s | FileCheck %s
// RUN: %safe -DV=6 %s | FileCheck %s
// RUN: %safe -DV=7 %s | FileCheck --check-prefix=NONE %s
// RUN: rm -f %t*.json; %shrike verify --certificate %t.json %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %shrike verify --certificate %t1.json -DV=1 %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %shrike verify --certificate %t2.json -DV=2 %s 2>&1 | FileCheck --check-prefix=REFUSED %s
// RUN: %shrike verify --certificate %t7.json -DV=7 %s; %shrike check %t7.json -DV=7 %s | FileCheck --check-prefix=VALID %s
#ifndef V
#define V 0
#endif
#include <assert.h>
#include <string.h>
#include <wchar.h>

int __VERIFIER_nondet_int(void);
static const char array[] = "abc";
static const char *first(void) { return "abc"; }
static const char *second(void) { return "abc"; }

int main(void) {
    const char *p = "xabc", *q = "abc", *tail = q, *bc = "bc";
#if V == 0
    assert(p + 1 != q);
#elif V == 1
    assert(first() == second());
#elif V == 2
    assert(q != array);
#elif V == 3
    const char *z = __VERIFIER_nondet_int() ? p + 1 : "yabc" + 1;
    assert(z != q);
#elif V == 4
    const wchar_t *w = L"long", *v = L"ng";
    assert(w + 2 != v);
#elif V == 5
    assert("text" == "text");
#elif V == 6
    const int *k = (const int[]){1, 2};
    static const int *s;
    s = (const int[]){1, 2};
    assert((const char *)k != (const char *)L"\1\2" && s != 0);
#else
    assert(p != q && tail == q && p + 1 != bc && q + strlen(q) != p);
    for (const char *c = p; c != p + 4; c++) assert(*c);
#endif
    return 0;
}
// CHECK: assuming that string literals share storage as in shrike's build: pointers to them are compared
// NONE-NOT: share storage
// REFUSED: no certificate
// VALID: VALID
