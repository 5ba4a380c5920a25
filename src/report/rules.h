/* What kinds of errors are called elsewhere: CWE numbers, severities, help (rules.def). */
#ifndef SHRIKE_REPORT_RULES_H
#define SHRIKE_REPORT_RULES_H

#include <stdint.h>

#include "exec/core/check.h"

struct rule_info {
    uint32_t cwe;         /* 0: none */
    const char *severity; /* "8.8"; "": none */
    const char *title;    /* in a few words */
    const char *help;     /* what it is and what to do */
};

/* kind is one of bug_kinds.def. */
const struct rule_info *rule_of(enum bug_kind kind);

#endif
