/* Parser: reads "name=value;" settings. A name that is too long overruns its buffer.
 *
 *   shrike verify parser.c           index-out-of-range in line 30
 *   shrike verify -DFIXED parser.c   SAFE
 */
#include <assert.h>

extern char __VERIFIER_nondet_char(void);

enum { TEXT = 6, NAME = 3 };

struct setting {
    int value;
    char name[NAME + 1];
};

/* Reads one setting at *text; 0 if there is none. */
static int read_setting(const char **text, struct setting *s) {
    const char *p = *text;
    int n = 0;
    while (*p && *p != '=') {
#ifdef FIXED
        if (n == NAME) return 0;
#else
        if (n > NAME + 1) return 0; /* meant as a limit */
#endif
        s->name[n++] = *p++;
    }
    if (*p++ != '=') return 0;
    s->name[n] = '\0';
    s->value = 0;
    while (*p >= '0' && *p <= '9') s->value = s->value * 10 + (*p++ - '0');
    if (*p++ != ';') return 0;
    *text = p;
    return 1;
}

int main(void) {
    char text[TEXT + 1];
    for (int i = 0; i < TEXT; i++) text[i] = __VERIFIER_nondet_char();
    text[TEXT] = '\0';
    const char *at = text;
    struct setting *s = &(struct setting){.name = ""};
    while (read_setting(&at, s)) assert(s->value >= 0);
    return 0;
}
