// RUN: %unsafe --paths=2 %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[5];
    klee_make_symbolic(s, 4, "s");
    s[4] = 0;
    char *first = strchr(s, 'x'), *last = strrchr(s, 'x');
    if (!first) {
        assert(!last);
        return 0;
    }
    assert(last >= first && *last == 'x');
    assert(strrchr(s, 0) == s + strlen(s));
    // CHECK: strrchr.c:[[#@LINE+1]]:{{.*}}assertion failed: last - first != 3
    if (last != first) assert(last - first != 3);
    return 0;
}
