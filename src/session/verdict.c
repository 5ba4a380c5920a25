#include "session/verdict.h"

#include <assert.h>

#include "base/exit.h"
#include "base/str.h"
#include "exec/sym/sym.h"

static const uint32_t bounds = 1u << GAP_BOUND | 1u << GAP_PREEMPTIONS;

static bool has(const struct verdict_facts *f, enum gap gap) { return f->gaps & 1u << gap; }

static void check(const struct verdict_facts *f) {
    assert(f->scope && f->excused <= f->confirmed && f->confirmed <= f->findings && f->open <= f->targets);
    (void)f;
}

enum extent verdict_extent(const struct verdict_facts *f) {
    check(f);
    if (!f->exhausted || f->gaps & ~bounds) return EXTENT_PARTIAL;
    return f->gaps ? EXTENT_BOUNDED : EXTENT_ALL;
}

bool verdict_is_bounded(const struct verdict_facts *f) { return f->gaps & bounds || *f->scope; }

/* ---- the words in parentheses ------------------------------------------------------------------------ */

static void add_word(struct str *text, bool *first, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void add_word(struct str *text, bool *first, const char *format, ...) {
    va_list args;
    va_start(args, format);
    str_add(text, *first ? " (" : ", ");
    str_vaddf(text, format, args);
    va_end(args);
    *first = false;
}

/* all: what was left out counts, too; else only what an error rests on. */
static void add_words(const struct verdict_facts *f, bool all, struct str *text) {
    bool first = true;
    if (all && has(f, GAP_PREEMPTIONS)) add_word(text, &first, "%lld preemptions", (long long)f->preemptions);
    if (all && has(f, GAP_BOUND) && f->bound >= 0) add_word(text, &first, "bound %lld", (long long)f->bound);
    if (all && has(f, GAP_BOUND) && f->bound < 0) add_word(text, &first, "bounded");
    if (f->tso) add_word(text, &first, "tso");
    if (all && *f->scope) add_word(text, &first, "%s", f->scope);
    if (!first) str_add_char(text, ')');
}

static int say(const struct verdict_facts *f, const char *word, int status, struct str *text) {
    str_add(text, word);
    if (status != EXIT_UNKNOWN && status != EXIT_INTERNAL) add_words(f, status == EXIT_FINE, text);
    return status;
}

/* ---- commands ---------------------------------------------------------------------------------------- */

int verdict_verify(const struct verdict_facts *f, struct str *text) {
    const enum extent extent = verdict_extent(f);
    if (has(f, GAP_INTERNAL)) return say(f, "UNKNOWN", EXIT_INTERNAL, text);
    if (f->confirmed > f->excused || (f->confirmed && extent != EXTENT_PARTIAL))
        return say(f, "UNSAFE", EXIT_UNSAFE, text);
    if (extent == EXTENT_PARTIAL) return say(f, "UNKNOWN", EXIT_UNKNOWN, text);
    return say(f, "SAFE", EXIT_FINE, text);
}

int verdict_judge(const struct verdict_facts *f, int status, struct str *text) {
    if (status == EXIT_UNSAFE && f->confirmed == f->excused) {
        str_add(text, " (known errors only)");
        return EXIT_FINE;
    }
    return status == EXIT_FINE && f->strict && verdict_is_bounded(f) ? EXIT_BOUNDED : status;
}

int verdict_of_open(const struct verdict_facts *f, struct str *text) {
    if (verdict_extent(f) == EXTENT_PARTIAL) return say(f, "UNKNOWN", EXIT_UNKNOWN, text);
    return say(f, "UNREACHABLE", EXIT_FINE, text);
}

int verdict_reach(const struct verdict_facts *f, struct str *text) {
    if (has(f, GAP_INTERNAL)) return say(f, "UNKNOWN", EXIT_INTERNAL, text);
    if (f->open < f->targets) return say(f, "REACHABLE", EXIT_UNSAFE, text);
    return verdict_of_open(f, text);
}

static void add_complete(const struct verdict_facts *f, struct str *text) {
    const bool all = verdict_extent(f) == EXTENT_ALL;
    say(f, all ? "COMPLETE" : "INCOMPLETE", all ? EXIT_FINE : EXIT_UNKNOWN, text);
}

int verdict_test(const struct verdict_facts *f, struct str *text) {
    add_complete(f, text);
    if (f->confirmed > f->excused) return EXIT_UNSAFE;
    return verdict_extent(f) == EXTENT_ALL ? EXIT_FINE : EXIT_UNKNOWN;
}

int verdict_fuzz(const struct verdict_facts *f, struct str *text) {
    add_complete(f, text);
    return f->confirmed > f->excused ? EXIT_UNSAFE : f->findings > f->excused ? EXIT_UNKNOWN : EXIT_FINE;
}
