// RUN: %same %s
// RUN: %same -DNDEBUG -DFALSE %s
#include <assert.h>
#include <stdio.h>

int main(void) {
    int evaluated = 0;
    assert(++evaluated);
    assert("text" && evaluated == 1);
#ifdef FALSE
    assert(0);
#endif
    printf("%d\n", evaluated);
    return 0;
}
