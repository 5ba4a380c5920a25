// RUN: %shrike verify --check=assert --no-keep-test --certificate %t.jsonl %s
// RUN: not %shrike check --solver cat %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver true %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver no-such-solver %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver 'yes unknown' %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver 'yes UNSAT' %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver 'echo "(error)" && yes unsat' %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver 'sh -c "kill -9 \$\$"' -j 3 %t.jsonl %s | %check %s --check-prefix=OPEN
// RUN: not %shrike check --solver 'yes sat' -j 2 %t.jsonl %s | %check %s --check-prefix=REFUSED
// RUN: head -c 200 %t.jsonl > %t.cut && not %shrike check %t.cut %s 2>&1 | %check %s --check-prefix=REFUSED
// RUN: not %shrike check %t.jsonl %s -DWRONG | %check %s --check-prefix=REFUSED
// RUN: sed 's/"holds": \[/"holds": ["0 * (i", /' %t.jsonl > %t.bad && not %shrike check %t.bad %s | %check %s --check-prefix=OPEN
// RUN: sed 's/"holds": \[/"holds": ["i < 99999999999999999999999999", "i == i[", /' %t.jsonl > %t.bad && not %shrike check %t.bad %s | %check %s --check-prefix=OPEN
// RUN: sed 's/"holds": \[/"holds": ["0", /' %t.jsonl > %t.bad && not %shrike check %t.bad %s -DWRONG | %check %s --check-prefix=REFUSED
// RUN: sed 's/"holds": \[/"holds": [], "holds": ["0", /; s/"loop": "1"/"loop": "1", "loop": "7"/' %t.jsonl > %t.bad && not %shrike check %t.bad %s -DWRONG | %check %s --check-prefix=REFUSED
// RUN: sed 's/"bits": 64/"bits": 1e999/; s/"line": [0-9]*/"line": -1e40/' %t.jsonl > %t.bad && %shrike check %t.bad %s | %check %s --check-prefix=SIXTY
// RUN: sed 's/"bits": 64/"bits": 32/' %t.jsonl > %t.bad && %shrike check %t.bad %s | %check %s --check-prefix=THIRTY
// RUN: sed 's/"errors": \[[^]]*\]/"errors": ["no-such-error"]/' %t.jsonl > %t.bad && not %shrike check %t.bad %s 2>&1 | %check %s --check-prefix=REFUSED
// RUN: sed 's/"errors": \[[^]]*\]/"errors": []/' %t.jsonl > %t.bad && not %shrike check %t.bad %s 2>&1 | %check %s --check-prefix=REFUSED
// RUN: sed 's/"checks": \["assert"\]/"checks": ["div"]/' %t.jsonl > %t.bad && not %shrike check %t.bad %s 2>&1 | %check %s --check-prefix=REFUSED
// RUN: sed 's/"entry": "main"/"entry": "nobody"/' %t.jsonl > %t.bad && not %shrike check %t.bad %s 2>&1 | %check %s --check-prefix=REFUSED
// Files that somebody has changed, and solvers that do not answer: no VALID, and VALID says of what.
// OPEN: INCOMPLETE
// REFUSED-NOT: {{^}}VALID
// SIXTY: program of 64 bits
// SIXTY: {{^}}VALID
// THIRTY: program of 32 bits
// THIRTY: {{^}}VALID
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = 0, s = 0, n = __VERIFIER_nondet_uint();
    while (i < n) {
        i++;
        s += 2;
    }
#ifdef WRONG
    assert(s != 14);
#endif
    assert(s == 2 * i);
    return 0;
}
