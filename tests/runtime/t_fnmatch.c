/* fnmatch.h: patterns, classes and flags; random patterns of few characters */
#include "common.h"
#include <fnmatch.h>

static const int flags[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_PATHNAME | FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_LEADING_DIR | FNM_PATHNAME};

static void one(const char *pattern, const char *name) {
    printf("%s %s", pattern, name);
    for (unsigned i = 0; i < sizeof flags / sizeof *flags; i++) printf(" %d", fnmatch(pattern, name, flags[i]) == 0);
    puts("");
}

static unsigned long long state = 7;
static unsigned draw(unsigned n) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(state >> 33) % n;
}

int main(void) {
    static const char *patterns[] = {"", "*", "**", "?", "a*b", "*.c", "[a-c]x", "[!a-c]x", "[^a]", "[]a]", "[]-a]", "[a-]", "[[:digit:]]*", "[[:alpha:]_]",
                                     "[[:upper:]]", "[[:xdigit:][:space:]]", "\\*", "a\\", "[a", "[[.a.]-c]", "[[=b=]]", "a/*", "*/b", "*a*b*c", "?*", "[a-c][!x]"};
    static const char *names[] = {"", "a", "ab", "axb", "x.c", ".c", ".hidden", "ax", "dx", "]", "-", "7up", "Q", " ", "*", "\\", "[a", "b", "a/b", "a/.b", "a/b/c", "abc", "aXbYc", "AB"};
    for (unsigned p = 0; p < sizeof patterns / sizeof *patterns; p++)
        for (unsigned n = 0; n < sizeof names / sizeof *names; n++) one(patterns[p], names[n]);
    for (int i = 0; i < 4000; i++) {
        char pattern[9], name[9];
        unsigned a = draw(8), b = draw(8);
        for (unsigned k = 0; k < a; k++) pattern[k] = "ab*?./A*"[draw(8)];
        for (unsigned k = 0; k < b; k++) name[k] = "abA./b"[draw(6)];
        pattern[a] = name[b] = 0;
        one(pattern, name);
    }
    return 0;
}
