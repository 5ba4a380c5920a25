// RUN: %unsafe --engine=cdse %s | %check %s
// Library functions are executed in one step; what they say depends on the whole path.
#include <assert.h>
#include <string.h>
#include <stdio.h>
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[8] = "abc";
    if (__VERIFIER_nondet_int()) text[1] = 0;
    if (__VERIFIER_nondet_int()) text[0] = 'x';
    printf("%s\n", text);
    // CHECK: error: assertion failed: !(strlen(text) == 1 && text[0] == 'x')
    assert(!(strlen(text) == 1 && text[0] == 'x'));
    return 0;
}
