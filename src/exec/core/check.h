/* Properties (--check=LIST) and kinds of errors. */
#ifndef SHRIKE_EXEC_CORE_CHECK_H
#define SHRIKE_EXEC_CORE_CHECK_H

#include <stdbool.h>
#include <stdint.h>

struct str;

enum check {
#define CHECK(name, text, on, help) CHECK_##name,
#include "exec/core/checks.def"
#undef CHECK
    CHECK_NONE,
};

enum bug_kind {
    BUG_NONE,
#define BUG(name, slug, check) BUG_##name,
#include "exec/core/bug_kinds.def"
#undef BUG
};
enum {
    BUG_KINDS = 1
#define BUG(name, slug, check) +1
#include "exec/core/bug_kinds.def"
#undef BUG
};

typedef unsigned check_set; /* bits 1 << CHECK_x */
typedef uint64_t bug_set;   /* bits 1 << BUG_x */

static inline bool check_has(check_set set, enum check c) { return set >> c & 1; }

#define BUG_BIT(name) (UINT64_C(1) << BUG_##name)
static inline bool bug_has(bug_set set, enum bug_kind kind) { return set >> kind & 1; }

/* All errors that violate one of these properties. */
bug_set checks_bugs(check_set set);
/* "assert,memory", "all", NULL (the default). False after adding a message. */
bool checks_parse(const char *text, check_set *set, struct str *error);
const char *bug_slug(enum bug_kind kind);
/* The kind that is spelt so; BUG_UNSUPPORTED: none. */
enum bug_kind bug_named(const char *slug);
/* The property that an error violates; CHECK_NONE if it is a limit of ours. */
enum check bug_check(enum bug_kind kind);

#endif
