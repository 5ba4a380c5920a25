// The functions of ctype.h take what fits an unsigned char, and EOF.
// RUN: %unsafe -DCALL='isalpha(c)' %s | %check %s
// RUN: %unsafe -DCALL='toupper(c+200)' --engine=explore %s | %check %s
// RUN: %unsafe -DCALL='isspace((char)c)' --engine=bmc %s | %check %s
// RUN: %safe -DCALL='isalpha((unsigned char)c)' %s
// RUN: %safe -DCALL='c>=-1&&c<256&&isdigit(c)' --engine=explore %s
// RUN: %safe -DCALL='isascii(c)' --engine=explore %s
// RUN: %safe --check=memory -DCALL='isalpha(c)' --engine=explore %s
#define _GNU_SOURCE
#include <ctype.h>

int __VERIFIER_nondet_int(void);

int main(void) {
    int c = __VERIFIER_nondet_int();
    // CHECK: ctype-range.c:[[#@LINE+1]]:{{.*}} is neither an unsigned char nor EOF [character-out-of-range]
    return (CALL) ? 1 : 0;
}
