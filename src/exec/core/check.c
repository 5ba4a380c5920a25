#include "exec/core/check.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"

static const struct {
    const char *name;
    bool on;
} table[] = {
#define CHECK(name, text, on, help) {text, on},
#include "exec/core/checks.def"
#undef CHECK
};
enum { CHECKS = sizeof table / sizeof *table };

static check_set defaults(void) {
    check_set set = 0;
    for (int i = 0; i < CHECKS; i++) set |= (check_set)table[i].on << i;
    return set;
}

static bool add_name(const char *name, size_t len, check_set *set) {
    if (len == 3 && memcmp(name, "all", 3) == 0) {
        *set |= ((1u << CHECKS) - 1) & ~(1u << CHECK_CLEANUP);
        return true;
    }
    for (int i = 0; i < CHECKS; i++)
        if (strlen(table[i].name) == len && memcmp(table[i].name, name, len) == 0) {
            *set |= 1u << i;
            return true;
        }
    return false;
}

bool checks_parse(const char *text, check_set *set, struct str *error) {
    *set = defaults();
    if (!text) return true;
    *set = 0;
    while (*text) {
        size_t len = strcspn(text, ",");
        if (len && !add_name(text, len, set)) {
            str_addf(error, "--check: no property is called '%.*s' (there are", (int)len, text);
            for (int i = 0; i < CHECKS; i++) str_addf(error, " %s,", table[i].name);
            str_add(error, " all)");
            return false;
        }
        text += len + (text[len] == ',');
    }
    if (check_has(*set, CHECK_CLEANUP)) *set |= 1u << CHECK_LEAK;
    return true;
}

static const struct {
    const char *slug;
    enum check check;
} bugs[] = {
    {"none", CHECK_NONE},
#define BUG(name, slug, check) {slug, check},
#include "exec/core/bug_kinds.def"
#undef BUG
};

bug_set checks_bugs(check_set set) {
    bug_set all = 0;
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].check != CHECK_NONE && check_has(set, bugs[i].check)) all |= UINT64_C(1) << i;
    /* INT_MIN / -1 is both. */
    if (check_has(set, CHECK_OVERFLOW)) all |= BUG_BIT(QUOTIENT);
    return all;
}

const char *bug_slug(enum bug_kind kind) { return bugs[kind].slug; }
enum bug_kind bug_named(const char *slug) {
    for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
        if (bugs[i].slug && strcmp(bugs[i].slug, slug) == 0) return (enum bug_kind)i;
    return BUG_UNSUPPORTED;
}
enum check bug_check(enum bug_kind kind) { return bugs[kind].check; }
