/* A matcher of the classic kind (literal . * ^ $) on a pattern of SIZE symbolic bytes and a short fixed text:
 * every path is a class of patterns. With -DOPEN nothing ends the pattern but a zero among its bytes, so that
 * some paths run out of it. With -DALL only a match that $ anchors ends the search; others are
 * counted. */
#include <klee/klee.h>

#ifndef SIZE
#define SIZE 7
#endif

#ifdef ALL
#define FOUND (matches++, 0)
#else
#define FOUND (matches++, 1)
#endif

static int matches;

static int match_here(const char *pattern, const char *text);

static int match_many(int c, const char *pattern, const char *text) {
    for (;;) {
        if (match_here(pattern, text)) return 1;
        if (*text == '\0') return 0;
        if (*text != c && c != '.') return 0;
        text++;
    }
}

static int match_here(const char *pattern, const char *text) {
    if (pattern[0] == '\0') return FOUND;
    if (pattern[1] == '*') return match_many(pattern[0], pattern + 2, text);
    if (pattern[0] == '$' && pattern[1] == '\0') return *text == '\0' ? (matches++, 1) : 0;
    if (*text == '\0') return 0;
    if (pattern[0] != '.' && pattern[0] != *text) return 0;
    return match_here(pattern + 1, text + 1);
}

static int match(const char *pattern, const char *text) {
    if (pattern[0] == '^') return match_here(pattern + 1, text);
    for (;; text++) {
        if (match_here(pattern, text)) return 1;
        if (*text == '\0') return 0;
    }
}

int main(void) {
#ifdef OPEN
    char pattern[SIZE];
    klee_make_symbolic(pattern, SIZE, "pattern");
#else
    char pattern[SIZE + 1] = "";
    char bytes[SIZE];
    klee_make_symbolic(bytes, SIZE, "pattern");
    for (int i = 0; i < SIZE; i++) pattern[i] = bytes[i];
#endif
    match(pattern, "hello");
    return matches;
}
