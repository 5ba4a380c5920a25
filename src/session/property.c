#include "session/property.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#include "base/str.h"

#define DEREF                                                                                     \
    (BUG_BIT(BOUNDS) | BUG_BIT(NULL_DEREF) | BUG_BIT(USE_AFTER_FREE) | BUG_BIT(USE_AFTER_SCOPE) | \
     BUG_BIT(INVALID_POINTER) | BUG_BIT(WRITE_CONST) | BUG_BIT(FUNCTION_POINTER))
#define FREE (BUG_BIT(DOUBLE_FREE) | BUG_BIT(INVALID_FREE))

/* Formulas without spaces. Errors of a check that are not listed still end their path, as an error that the property
 * does not ask for. */
static const struct {
    const char *formula;
    check_set checks;
    bug_set wanted;
    unsigned commands;
} table[] = {
    {"LTL(G!call(reach_error()))", 1u << CHECK_ASSERT, BUG_BIT(ERROR_REACHED), CMD_VERIFY | CMD_TEST},
    {"LTL(G!call(__VERIFIER_error()))", 1u << CHECK_ASSERT, BUG_BIT(ERROR_REACHED), CMD_VERIFY | CMD_TEST},
    {"LTL(Gvalid-free)", 1u << CHECK_MEMORY, FREE, CMD_VERIFY | CMD_TEST},
    {"LTL(Gvalid-deref)", 1u << CHECK_MEMORY, DEREF, CMD_VERIFY | CMD_TEST},
    {"LTL(Gvalid-memtrack)", 1u << CHECK_LEAK, BUG_BIT(LEAK), CMD_VERIFY | CMD_TEST},
    {"LTL(Gvalid-memcleanup)", 1u << CHECK_LEAK | 1u << CHECK_CLEANUP, BUG_BIT(CLEANUP), CMD_VERIFY | CMD_TEST},
    {"LTL(G!data-race)", 1u << CHECK_RACE, BUG_BIT(RACE), CMD_VERIFY},
    {"LTL(G!overflow)", 1u << CHECK_OVERFLOW, BUG_BIT(OVERFLOW) | BUG_BIT(QUOTIENT), CMD_VERIFY | CMD_TEST},
    {"FQL(COVEREDGES(@DECISIONEDGE))", 0, 0, CMD_TEST},
    {"FQL(COVEREDGES(@CONDITIONEDGE))", 0, 0, CMD_TEST},
    {"FQL(COVEREDGES(@BASICBLOCKENTRY))", 0, 0, CMD_TEST},
    {"FQL(COVEREDGES(@CALL(reach_error)))", 1u << CHECK_ASSERT, BUG_BIT(ERROR_REACHED), CMD_TEST},
    {"FQL(COVEREDGES(@CALL(__VERIFIER_error)))", 1u << CHECK_ASSERT, BUG_BIT(ERROR_REACHED), CMD_TEST},
};
enum { ROWS = sizeof table / sizeof *table };

struct property {
    const char *path;
    unsigned number; /* of the line */
    enum command command;
    const char *entry;
    struct str *error;
};

static bool wrong(const struct property *p, const char *what, const char *text) {
    str_addf(p->error, "%s:%u: %s '%s'", p->path, p->number, what, text);
    return false;
}

/* "init(NAME())," at *text: moves on behind it. */
static bool take_start(const struct property *p, const char **text) {
    if (!str_starts(*text, "init(")) return false;
    const char *name = *text + strlen("init(");
    size_t len = strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
    if (!str_starts(name + len, "()),")) return false;
    if (strlen(p->entry) != len || memcmp(p->entry, name, len) != 0) {
        str_addf(p->error, "%s:%u: the property starts in '%.*s'; add --entry %.*s", p->path, p->number, (int)len, name,
                 (int)len, name);
        return false;
    }
    *text = name + len + strlen("()),");
    return true;
}

static bool take_formula(const struct property *p, const char *formula, check_set *checks, bug_set *wanted) {
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(table[i].formula, formula) != 0) continue;
        if (!(table[i].commands & p->command)) return wrong(p, "only shrike test takes this property:", formula);
        *checks |= table[i].checks;
        *wanted |= table[i].wanted;
        return true;
    }
    return wrong(p, "property not supported:", formula);
}

/* One line, without spaces. */
static bool take_line(const struct property *p, struct str *line, check_set *checks, bug_set *wanted) {
    const char *text = str_text(line);
    bool check = str_starts(text, "CHECK("), cover = str_starts(text, "COVER(");
    if ((!check && !cover) || !str_ends(text, ")")) return wrong(p, "not a property:", text);
    line->data[--line->len] = '\0';
    text += strlen("CHECK(");
    if (!take_start(p, &text)) return p->error->len ? false : wrong(p, "not a property:", str_text(line));
    return take_formula(p, text, checks, wanted);
}

/* The next line of *text without spaces. */
static void next_line(const char **text, struct str *line) {
    str_clear(line);
    for (; **text && **text != '\n'; (*text)++)
        if (!isspace((unsigned char)**text)) str_add_char(line, **text);
    if (**text) (*text)++;
}

bool property_read(const char *path, enum command command, const char *entry, check_set *checks, bug_set *wanted,
                   struct str *error) {
    struct str file = {0}, line = {0};
    struct property p = {path, 0, command, entry, error};
    bool ok = str_read_file(&file, path), any = false;
    if (!ok) str_addf(error, "cannot read %s: %s", path, strerror(errno));
    *checks = 0;
    *wanted = 0;
    const char *text = str_text(&file);
    while (ok && *text) {
        p.number++;
        next_line(&text, &line);
        if (!line.len) continue;
        any = true;
        ok = take_line(&p, &line, checks, wanted);
    }
    if (ok && !any) {
        str_addf(error, "%s contains no property", path);
        ok = false;
    }
    str_release(&file);
    str_release(&line);
    return ok;
}
