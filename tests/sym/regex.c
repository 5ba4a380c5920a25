// Whether a text matches parts no paths: it is one expression, for a text of known length.
// RUN: %safe --paths=2 %s
// RUN: %unsafe -DBUG %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <regex.h>

static int digit(char c) { return (c >= '0') & (c <= '9'); }

int main(void) {
    regex_t r;
    regmatch_t all = {0, 4};
    char s[5];
    klee_make_symbolic(s, 4, "s");
    s[4] = 0;
    assert(regcomp(&r, "^a[0-9]+b$", REG_EXTENDED | REG_NOSUB) == 0);
    int found = regexec(&r, s, 0, &all, REG_STARTEND) == 0;
    regfree(&r);
#ifdef BUG
    // CHECK: assertion failed: !found || s[1] != '4' || s[2] != '2'
    // CHECK: {{^}}    s = {{.*}}"a42b"
    assert(!found || s[1] != '4' || s[2] != '2');
#endif
    if (found) assert((s[0] == 'a') & digit(s[1]) & digit(s[2]) & (s[3] == 'b'));
    else assert(!((s[0] == 'a') & digit(s[1]) & digit(s[2]) & (s[3] == 'b')));
    return 0;
}
