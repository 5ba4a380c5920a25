// RUN: %safe --engine=dash %s
// RUN: %unsafe --engine=dash -DWRONG %s
// Functions that read strings are expressions over their bytes.
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int __VERIFIER_nondet_int(void);

int main(void) {
    char text[6] = "ab";
    text[2] = __VERIFIER_nondet_char();
    while (__VERIFIER_nondet_int()) {
        text[3] = __VERIFIER_nondet_char();
#ifdef WRONG
        assert(strlen(text) != 4);
#else
        assert(strlen(text) >= 2 && strlen(text) <= 4);
#endif
        assert(strncmp(text, "ab", 2) == 0);
        assert(strcmp(text, "b") < 0);
        assert(memchr(text, 0, sizeof text));
    }
    return 0;
}
