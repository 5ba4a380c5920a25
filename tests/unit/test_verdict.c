/* The verdict as a table: what was found and left out on the left, word and exit status on the right. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/exit.h"
#include "base/str.h"
#include "exec/sym/sym.h"
#include "session/verdict.h"

#define BOUND (1u << GAP_BOUND)
#define TURNS (1u << GAP_PREEMPTIONS)
#define LIMIT (1u << GAP_LIMIT)
#define OURS (1u << GAP_INTERNAL)

struct line {
    int (*of)(const struct verdict_facts *f, struct str *text);
    struct verdict_facts f;
    int status;
    const char *text;
};

static void check(const struct line *lines, size_t n) {
    struct str text = {0};
    for (size_t i = 0; i < n; i++) {
        str_clear(&text);
        struct verdict_facts f = lines[i].f;
        if (!f.scope) f.scope = "";
        assert_int_equal(lines[i].of(&f, &text), lines[i].status);
        assert_string_equal(str_text(&text), lines[i].text);
    }
    str_release(&text);
}

#define CHECK(lines) check(lines, sizeof lines / sizeof *lines)

static void test_verify(void **state) {
    (void)state;
    const struct line lines[] = {
        {verdict_verify, {.exhausted = true}, EXIT_FINE, "SAFE"},
        {verdict_verify, {.exhausted = false}, EXIT_UNKNOWN, "UNKNOWN"}, /* an engine that merely stops */
        {verdict_verify, {.exhausted = true, .gaps = LIMIT}, EXIT_UNKNOWN, "UNKNOWN"},
        {verdict_verify, {.exhausted = true, .gaps = LIMIT | BOUND, .bound = 3, .scope = "no arguments"}, EXIT_UNKNOWN, "UNKNOWN"},
        {verdict_verify, {.exhausted = true, .gaps = BOUND, .bound = 3}, EXIT_FINE, "SAFE (bound 3)"},
        {verdict_verify, {.exhausted = true, .gaps = BOUND, .bound = -1}, EXIT_FINE, "SAFE (bounded)"},
        {verdict_verify, {.exhausted = true, .gaps = 0, .bound = 3}, EXIT_FINE, "SAFE"}, /* the bound cut nothing off */
        {verdict_verify, {.exhausted = true, .gaps = TURNS | BOUND, .bound = 3, .preemptions = 2}, EXIT_FINE, "SAFE (2 preemptions, bound 3)"},
        {verdict_verify, {.exhausted = true, .tso = true}, EXIT_FINE, "SAFE (tso)"},
        {verdict_verify, {.exhausted = true, .scope = "no arguments"}, EXIT_FINE, "SAFE (no arguments)"},
        {verdict_verify, {.exhausted = true, .gaps = BOUND, .bound = 1, .tso = true, .scope = "no arguments, empty input"}, EXIT_FINE,
         "SAFE (bound 1, tso, no arguments, empty input)"},
        {verdict_verify, {.findings = 1, .confirmed = 1, .scope = "no arguments"}, EXIT_UNSAFE, "UNSAFE"},
        {verdict_verify, {.findings = 1, .confirmed = 1, .tso = true}, EXIT_UNSAFE, "UNSAFE (tso)"},
        {verdict_verify, {.findings = 1, .exhausted = true, .gaps = 1u << GAP_UNCONFIRMED}, EXIT_UNKNOWN, "UNKNOWN"},
        {verdict_verify, {.findings = 1, .confirmed = 1, .excused = 1, .exhausted = true}, EXIT_UNSAFE, "UNSAFE"},
        {verdict_verify, {.findings = 1, .confirmed = 1, .excused = 1}, EXIT_UNKNOWN, "UNKNOWN"}, /* others may be left */
        {verdict_verify, {.findings = 2, .confirmed = 2, .excused = 1}, EXIT_UNSAFE, "UNSAFE"},
        {verdict_verify, {.findings = 1, .confirmed = 1, .gaps = OURS}, EXIT_INTERNAL, "UNKNOWN"},
    };
    CHECK(lines);
}

static void test_reach(void **state) {
    (void)state;
    const struct line lines[] = {
        {verdict_reach, {.exhausted = true, .targets = 2, .open = 2}, EXIT_FINE, "UNREACHABLE"},
        {verdict_reach, {.exhausted = true, .targets = 2, .open = 1}, EXIT_UNSAFE, "REACHABLE"},
        {verdict_of_open, {.exhausted = true, .targets = 2, .open = 1}, EXIT_FINE, "UNREACHABLE"},
        {verdict_of_open, {.exhausted = false, .targets = 2, .open = 1}, EXIT_UNKNOWN, "UNKNOWN"},
        {verdict_reach, {.targets = 1, .open = 0, .tso = true}, EXIT_UNSAFE, "REACHABLE (tso)"},
        {verdict_reach, {.exhausted = true, .gaps = TURNS, .preemptions = 1, .targets = 1, .open = 1}, EXIT_FINE, "UNREACHABLE (1 preemptions)"},
        {verdict_reach, {.exhausted = true, .targets = 1, .open = 1, .scope = "no arguments"}, EXIT_FINE, "UNREACHABLE (no arguments)"},
        {verdict_reach, {.exhausted = true, .gaps = OURS, .targets = 1}, EXIT_INTERNAL, "UNKNOWN"},
    };
    CHECK(lines);
}

static void test_searches(void **state) {
    (void)state;
    const struct line lines[] = {
        {verdict_test, {.exhausted = true}, EXIT_FINE, "COMPLETE"},
        {verdict_test, {.exhausted = true, .scope = "empty input"}, EXIT_FINE, "COMPLETE (empty input)"},
        {verdict_test, {.exhausted = true, .gaps = BOUND, .bound = 2}, EXIT_UNKNOWN, "INCOMPLETE"},
        {verdict_test, {.exhausted = true, .findings = 1, .confirmed = 1}, EXIT_UNSAFE, "COMPLETE"},
        {verdict_test, {.exhausted = true, .findings = 1, .confirmed = 1, .excused = 1}, EXIT_FINE, "COMPLETE"},
        {verdict_fuzz, {.exhausted = false}, EXIT_FINE, "INCOMPLETE"},
        {verdict_fuzz, {.findings = 1}, EXIT_UNKNOWN, "INCOMPLETE"},
        {verdict_fuzz, {.findings = 2, .confirmed = 1}, EXIT_UNSAFE, "INCOMPLETE"},
    };
    CHECK(lines);
}

static void check_judge(struct verdict_facts f, int status, int judged, const char *text) {
    struct str s = {0};
    if (!f.scope) f.scope = "";
    assert_int_equal(verdict_judge(&f, status, &s), judged);
    assert_string_equal(str_text(&s), text);
    str_release(&s);
}

static void test_judge(void **state) {
    (void)state;
    const struct verdict_facts known = {.findings = 1, .confirmed = 1, .excused = 1}, new = {.findings = 2, .confirmed = 2, .excused = 1};
    check_judge(known, EXIT_UNSAFE, EXIT_FINE, " (known errors only)");
    check_judge(new, EXIT_UNSAFE, EXIT_UNSAFE, "");
    check_judge((struct verdict_facts){.strict = true}, EXIT_FINE, EXIT_FINE, "");
    check_judge((struct verdict_facts){.strict = true, .gaps = BOUND}, EXIT_FINE, EXIT_BOUNDED, "");
    check_judge((struct verdict_facts){.strict = true, .gaps = TURNS}, EXIT_FINE, EXIT_BOUNDED, "");
    check_judge((struct verdict_facts){.strict = true, .scope = "no arguments"}, EXIT_FINE, EXIT_BOUNDED, "");
    check_judge((struct verdict_facts){.scope = "no arguments"}, EXIT_FINE, EXIT_FINE, "");
    check_judge((struct verdict_facts){.strict = true, .gaps = BOUND}, EXIT_UNKNOWN, EXIT_UNKNOWN, "");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verify),
        cmocka_unit_test(test_reach),
        cmocka_unit_test(test_searches),
        cmocka_unit_test(test_judge),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
