// --sym-strings: what char * points to has an end, and nothing lies behind it.
// REQUIRES: shrike
// RUN: not %shrike verify --no-confirm --engine=explore --no-null --entry length %s 2>&1 | %check --check-prefix=UNSAFE %s
// RUN: %shrike verify --engine=explore --no-null --sym-strings --sym-size 4 --entry length %s 2>&1 | %check --check-prefix=SAFE %s
// RUN: not %shrike verify --no-confirm --engine=explore --no-null --sym-strings --entry three %s 2>&1 | %check --check-prefix=THREE %s
#include <string.h>

int length(const char *s) { return (int)strlen(s); }
// UNSAFE: UNSAFE
// SAFE: assuming that 's' is a string of at most 3 characters (--sym-strings, --sym-size)

int three(const char *s) { return strlen(s) == 3 ? s[4] : 0; }
// THREE: right at the end of the 4-byte heap block
// THREE: size of s = 4
