/* string functions by hand: trim, compare, find */
#include <klee/klee.h>
static const char *skip(const char *s) {
    while (*s == ' ') s++;
    return s;
}
static int same(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++) {}
    return *a == *b;
}
int main(void) {
    char s[4];
    klee_make_symbolic(s, sizeof s, "text");
    s[3] = 0;
    const char *t = skip(s);
    if (same(t, "on")) return 1;
    if (same(t, "off")) return 2;
    return *t ? 3 : 4;
}
