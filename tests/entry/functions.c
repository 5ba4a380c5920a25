// Function pointers lead to a function that returns anything; streams are open; what is not known is NULL, and said.
// REQUIRES: shrike
// RUN: not %shrike verify --no-confirm --engine=explore --entry call %s 2>&1 | %check --check-prefix=CALL %s
// RUN: %shrike verify --engine=explore --entry stream %s 2>&1 | %check --check-prefix=STREAM %s
// RUN: %shrike verify --engine=explore --entry unknown %s 2>&1 | %check --check-prefix=UNKNOWN %s
// RUN: not %shrike verify --entry many %s 2>&1 | %check --check-prefix=MANY %s
// RUN: not %shrike verify --entry list %s 2>&1 | %check --check-prefix=LIST %s
#include <stdarg.h>
#include <stdio.h>

typedef long (*compare)(const void *, const void *);
struct callbacks { compare less; void (*done)(struct callbacks *self, int); };

int call(struct callbacks c, int *a) {
    if (!c.less || !c.done || !a) return 0;
    c.done(&c, 1);
    return c.less(a, a + 1) == 9 ? 1 / (a == 0) : 0;
}
// CALL: division by zero
// CALL: result = 9

int stream(FILE *f) { return f ? fgetc(f) : 0; }
// STREAM: assuming that 'f' is NULL or is an open stream that is empty at first

int unknown(struct nowhere *n) { return n ? 1 / 0 : 0; }
// UNKNOWN: assuming that 'n' is NULL, as struct nowhere is not defined in the file

int many(const char *format, ...) { return format[0]; }
// MANY: error: many: not supported: 'many' takes a variable number of arguments
// MANY-NOT: SAFE
int list(va_list ap) { return va_arg(ap, int); }
// LIST: error: list: not supported: parameter 'ap' is a va_list
