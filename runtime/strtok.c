/* string.h: sets of characters and tokens. */
#include "rt.h"

#include <string.h>

/* The length of the longest start of s whose characters are (member) or are not in the set. */
static size_t span(const char *s, const char *set, bool member) {
    size_t n = 0;
    while (s[n] && (rt_strchr(set, s[n]) != NULL) == member) n++;
    return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set, true); }
size_t strcspn(const char *s, const char *set) { return span(s, set, false); }

char *strpbrk(const char *s, const char *set) {
    s += span(s, set, false);
    return *s ? (char *)s : NULL;
}

static char *next_token(char *s, const char *delimiters, char **rest) {
    if (!s) s = *rest;
    s += span(s, delimiters, true);
    char *end = s + span(s, delimiters, false);
    *rest = *end ? end + 1 : end;
    if (end == s) return NULL;
    *end = 0;
    return s;
}

char *strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    return next_token(s, delimiters, rest);
}

char *__strtok_r(char *restrict s, const char *restrict delimiters, char **restrict rest) {
    return next_token(s, delimiters, rest);
}

char *strtok(char *restrict s, const char *restrict delimiters) {
    static char *rest;
    return next_token(s, delimiters, &rest);
}

char *strsep(char **restrict rest, const char *restrict delimiters) {
    char *s = *rest;
    if (!s) return NULL;
    char *end = s + span(s, delimiters, false);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return s;
}
