/* stdlib.h: options within an argument, "name=value,name", and answers to questions. */
#include "rt.h"

#include <stdlib.h>

/* The token that the first n characters of s are; -1: none. */
static int find_token(char *const *tokens, const char *s, size_t n) {
    for (int i = 0; tokens[i]; i++)
        if (rt_strncmp(tokens[i], s, n) == 0 && !tokens[i][n]) return i;
    return -1;
}

int getsubopt(char **restrict options, char *const *restrict tokens, char **restrict value) {
    char *s = *options, *end = s, *equals = NULL;
    if (!*s) return -1;
    for (; *end && *end != ','; end++)
        if (*end == '=' && !equals) equals = end;
    int found = find_token(tokens, s, (size_t)((equals ? equals : end) - s));
    *value = found < 0 ? s : equals ? equals + 1 : NULL;
    if (*end) *end++ = 0;
    *options = end;
    return found;
}

int rpmatch(const char *answer) {
    char c = *answer;
    return c == 'y' || c == 'Y' ? 1 : c == 'n' || c == 'N' ? 0 : -1;
}
