// RUN: %shrike verify --check=assert --certificate %t.jsonl %s && %shrike check %t.jsonl %s && %mutated %t.jsonl %s --count 25
// Mutants of a proof: those of the program that are wrong are refused.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int limit = 10;

int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), i = 0, s = 0, odd = 1;
    while (i < n) {
        i = i + 1;
        s = s + 1;
        odd = odd + 2;
        if (limit < 5) s = 0;
    }
    assert(s == i && odd % 2 == 1 && limit == 10);
    return 0;
}
