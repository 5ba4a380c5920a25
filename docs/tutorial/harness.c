#include <assert.h>

#include "trim.h"

char __VERIFIER_nondet_char(void);

int main(void) {
    char text[5];
    for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
    text[4] = '\0';
    char *t = trim(text);
    assert(*t != ' ');
    assert(strlen(t) == 0 || t[strlen(t) - 1] != ' ');
    return 0;
}
