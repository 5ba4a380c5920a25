/* Library functions on symbolic strings. */
#include <string.h>
extern char __VERIFIER_nondet_char(void);
extern void reach_error(void);
int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++) s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    char *at = strchr(s, ':');
    if (at && !strcmp(at + 1, "ok") && strlen(s) > 4) reach_error();
    return 0;
}
