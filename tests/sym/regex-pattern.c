// Any pattern of up to three characters: it is read, matched and freed without an error, and nothing is lost.
// RUN: %safe %s
// RUN: %safe -DEXTENDED %s
// RUN: %unsafe -DBUG -DEXTENDED %s | %check %s
#include <assert.h>
#include <klee/klee.h>
#include <regex.h>
#include <string.h>

#ifdef EXTENDED
enum { FLAGS = REG_EXTENDED };
#else
enum { FLAGS = 0 };
#endif

int main(void) {
    regex_t r;
    regmatch_t m[2];
    char pattern[4];
    klee_make_symbolic(pattern, 3, "pattern");
    pattern[3] = 0;
    int error = regcomp(&r, pattern, FLAGS);
    assert(error >= 0 && error <= REG_ERPAREN && error != REG_NOMATCH && error != REG_ESPACE);
    if (error) return 0;
    int result = regexec(&r, "xy", 2, m, 0);
    assert(result == 0 || result == REG_NOMATCH);
    if (result == 0) assert(0 <= m[0].rm_so && m[0].rm_so <= m[0].rm_eo && m[0].rm_eo <= 2);
#ifdef BUG
    // CHECK: assertion failed: r.re_nsub == 0 || result != 0 || m[1].rm_eo != 1
    // CHECK: {{^}}    pattern = {{.*}}"(x)"
    if (pattern[1] == 'x') assert(r.re_nsub == 0 || result != 0 || m[1].rm_eo != 1);
#endif
    regfree(&r);
    return 0;
}
