/* Properties (--check=LIST) and kinds of errors. */
#ifndef SHRIKE_EXEC_CHECK_H
#define SHRIKE_EXEC_CHECK_H

#include <stdbool.h>

struct str;

enum check {
#define CHECK(name, text, on, help) CHECK_##name,
#include "exec/checks.def"
#undef CHECK
    CHECK_NONE,
};

enum bug_kind {
    BUG_NONE,
#define BUG(name, slug, check) BUG_##name,
#include "exec/bug_kinds.def"
#undef BUG
};

typedef unsigned check_set; /* bits 1 << CHECK_x */

static inline bool check_has(check_set set, enum check c) { return set >> c & 1; }

/* "assert,memory", "all", NULL (the default). False after adding a message. */
bool checks_parse(const char *text, check_set *set, struct str *error);
const char *bug_slug(enum bug_kind kind);
/* The property that an error violates; CHECK_NONE if it is a limit of ours. */
enum check bug_check(enum bug_kind kind);

#endif
