/* string functions of the library on symbolic text */
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
    char s[5], copy[5];
    klee_make_symbolic(s, sizeof s, "s");
    klee_assume(s[4] == 0);
    size_t n = strlen(s);
    if (n == 0) return 1;
    strcpy(copy, s);
    if (strcmp(copy, s) != 0) abort();
    if (strchr(s, '/')) return 2;
    if (strncmp(s, "ab", 2) == 0) return 3;
    if (strcmp(s, "cde") > 0) return 4;
    return memcmp(s, "zz", 2) < 0 ? 5 : 6;
}
