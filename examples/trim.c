/* Strings: cuts blanks off both ends. A string of blanks only is left by its front door.
 *
 *   shrike verify trim.c           out-of-bounds in line 20
 *   shrike verify -DFIXED trim.c   SAFE
 */
#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

enum { SIZE = 4 };

static char *trim(char *s) {
#ifdef FIXED
    size_t n = strlen(s);
    while (n && s[n - 1] == ' ') n--;
    s[n] = '\0';
#else
    char *end = s + strlen(s) - 1;
    while (*end == ' ') end--;
    end[1] = '\0';
#endif
    while (*s == ' ') s++;
    return s;
}

int main(void) {
    char text[SIZE + 1];
    for (int i = 0; i < SIZE; i++) text[i] = __VERIFIER_nondet_char();
    text[SIZE] = '\0';
    char *t = trim(text);
    size_t n = strlen(t);
    assert(n <= SIZE);
    assert(!n || (t[0] != ' ' && t[n - 1] != ' '));
    return 0;
}
