// RUN: cp %s %t.c && %shrike verify --check=assert --no-keep-test --certificate %t.jsonl %t.c && cp %t.jsonl %t.old
// RUN: sed 's/  *\/\/ COMMENT.*//; s/s += 2;/s+=2 ;/' %s > %t.c && %shrike check %t.jsonl %t.c | %check %s --check-prefix=SAME
// RUN: %shrike check --update %t.jsonl %t.c && cmp %t.old %t.jsonl
// RUN: sed 's/return a + 1/return a + 2/' %s > %t.c && %shrike check %t.jsonl %t.c | %check %s --check-prefix=STALE
// RUN: sed 's/s += 2/s += 3/; s/2 \* i/3 * i/' %s > %t.c && not %shrike check %t.jsonl %t.c | %check %s --check-prefix=FAILS
// RUN: %shrike check --update %t.jsonl %t.c | %check %s --check-prefix=UPDATED && %shrike check %t.jsonl %t.c | %check %s --check-prefix=SAME
// RUN: sed 's/s += 2/s += 4/' %s > %t.c && cp %t.jsonl %t.old && not %shrike check --update %t.jsonl %t.c && cmp %t.old %t.jsonl
// A certificate survives other formatting; a changed function is named, and no other; --update finds claims for the program as it is, and leaves
// the file alone if there are none.
// SAME-NOT: changed since
// SAME: VALID
// STALE: changed since the certificate was written: more{{$}}
// STALE: VALID
// FAILS: changed since the certificate was written: (globals), main{{$}}
// FAILS: INVALID
// UPDATED: the certificate is up to date
// UPDATED: VALID
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned more(unsigned a) { return a + 1; } // COMMENT

int main(void) {
    unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
    while (i < n) {
        i++;
        s += 2; // COMMENT
    }
    assert(s == 2 * i);
    return more(s) != 0;
}
