// A text of symbolic bytes: paths part for its length, where the match is, and how groups divide it.
// RUN: %safe --paths=15 %s
// RUN: %safe --paths=15 -m32 %s
// RUN: %unsafe -DBUG %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <regex.h>

int main(void) {
    regex_t r;
    regmatch_t m[4];
    char s[5];
    klee_make_symbolic(s, 4, "s");
    s[4] = 0;
    assert(regcomp(&r, "(a+)([bc])", REG_EXTENDED) == 0 && r.re_nsub == 2);
    if (regexec(&r, s, 4, m, 0) == 0) {
        assert(m[1].rm_so == m[0].rm_so && m[1].rm_eo == m[2].rm_so && m[2].rm_eo == m[0].rm_eo && m[3].rm_so == -1);
        for (int i = m[1].rm_so; i < m[1].rm_eo; i++) assert(s[i] == 'a');
        assert((s[m[2].rm_so] == 'b') | (s[m[2].rm_so] == 'c'));
#ifdef BUG
        // CHECK: assertion failed: m[1].rm_eo - m[1].rm_so != 3
        // CHECK: {{^}}    s = {{.*}}"aaa{{[bc]}}"
        assert(m[1].rm_eo - m[1].rm_so != 3);
#endif
    }
    regfree(&r);
    return 0;
}
