// RUN: %safe --paths=2 %s
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char s[8];
    klee_make_symbolic(s, 7, "s");
    s[7] = 0;
    char *p = strchr(s, '=');
    if (p) {
        assert(p >= s && p < s + 7 && *p == '=');
        assert(strchr(s, '=') - s < 7);
    } else {
        for (int i = 0; i < 7; i++) {
            /* no character before the end is it */
            int before = i < (int)strlen(s);
            assert(!before | (s[i] != '='));
        }
    }
    return 0;
}
