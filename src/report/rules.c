#include "report/rules.h"

#include <assert.h>

static const struct rule_info rules[] = {
#define RULE(name, cwe, severity, title, help) [BUG_##name] = {cwe, severity, title, help},
#include "report/rules.def"
#undef RULE
};

/* Every kind has a line: their numbers fill a set. */
#define RULE(name, cwe, severity, title, help) +1
enum {
    RULES_WRITTEN = 0
#include "report/rules.def"
};
#undef RULE
#define BUG(name, slug, check) +1
enum {
    KINDS_THERE_ARE = 0
#include "exec/core/bug_kinds.def"
};
#undef BUG
_Static_assert((int)RULES_WRITTEN == (int)KINDS_THERE_ARE, "report/rules.def has a line for each kind of error");

const struct rule_info *rule_of(enum bug_kind kind) {
    assert(kind < sizeof rules / sizeof *rules && rules[kind].title);
    return &rules[kind];
}
