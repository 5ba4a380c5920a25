// Options within an argument that is an input.
// RUN: %unsafe -DWRONG='found == 1 && value && value[0] == 57' --engine=explore %s 2>&1 | %check %s
// RUN: %unsafe -DWRONG='found == 0 && value[0]' --engine=explore -m32 %s 2>&1 | %check %s --check-prefix=NULL
// RUN: %safe -DWRONG='found > 1 || at < text || at > text + 4 || (found == 0 && value && text[1] != 61)' --engine=explore %s
#include <klee/klee.h>
#include <stdlib.h>
void reach_error(void);
int main(void) {
    char text[5], *at = text, *value = 0, *const tokens[] = {"a", "b", 0};
    klee_make_symbolic(text, sizeof text, "text");
    klee_assume(text[4] == 0);
    int found = getsubopt(&at, tokens, &value);
    // CHECK: text = "b=9
    // NULL: error: null pointer
    if (WRONG) reach_error();
    return 0;
}
