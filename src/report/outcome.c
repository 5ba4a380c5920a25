#include "report/outcome.h"

#include <time.h>

#include "base/sha256.h"
#include "base/str.h"
#include "ir/ir.h"

const char *outcome_file(const struct outcome *o, uint32_t pos) {
    struct position at = o->p->positions.data[pos];
    return at.file ? o->p->files.data[at.file] : "";
}

static const char *formula_of(enum bug_kind kind) {
    if (kind == BUG_ASSERTION) return "G ! call(__assert_fail())";
    switch (bug_check(kind)) {
    case CHECK_ASSERT: return "G ! call(reach_error())";
    case CHECK_OVERFLOW: return "G ! overflow";
    case CHECK_LEAK: return "G valid-memtrack";
    case CHECK_CLEANUP: return "G valid-memcleanup";
    case CHECK_MEMORY: break;
    default: return "G def-behavior";
    }
    return kind == BUG_DOUBLE_FREE || kind == BUG_INVALID_FREE ? "G valid-free" : "G valid-deref";
}

static void add_formula(const struct outcome *o, const char *formula, struct str *out) {
    str_addf(out, "%sCHECK( init(%s()), LTL(%s) )", out->len ? "\n" : "", o->entry, formula);
}

/* The property file with its lines, or what the kinds of errors amount to. */
void outcome_specification(const struct outcome *o, enum bug_kind kind, struct str *out) {
    static const enum bug_kind each[] = {BUG_ERROR_REACHED, BUG_DOUBLE_FREE, BUG_BOUNDS,
                                         BUG_LEAK,          BUG_CLEANUP,     BUG_OVERFLOW};
    if (o->property) {
        str_add(out, o->property);
        while (out->len && (out->data[out->len - 1] == '\n' || out->data[out->len - 1] == ' '))
            out->data[--out->len] = '\0';
        return;
    }
    if (kind) {
        add_formula(o, formula_of(kind), out);
        return;
    }
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        if (bug_has(o->wanted, each[i])) add_formula(o, formula_of(each[i]), out);
}

void outcome_time(const struct outcome *o, struct str *out) {
    char when[40] = "";
    time_t seconds = (time_t)o->time;
    struct tm utc;
    if (gmtime_r(&seconds, &utc)) strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%SZ", &utc);
    str_add(out, when);
}

void outcome_hash(const char *file, struct str *out) {
    struct str text = {0};
    if (str_read_file(&text, file)) sha256_add(out, str_text(&text), text.len);
    str_release(&text);
}

void outcome_checks(const struct outcome *o, struct str *out) {
    static const char *const names[] = {
#define CHECK(name, text, on, help) text,
#include "exec/core/checks.def"
#undef CHECK
    };
    size_t start = out->len;
    for (uint32_t i = 0; i < CHECK_NONE; i++)
        if (check_has(o->checks, (enum check)i)) str_addf(out, "%s%s", out->len > start ? ", " : "", names[i]);
}
