/* Alarms of another analyser, read from a SARIF 2.1.0 log. */
#ifndef SHRIKE_REPORT_ALARMS_H
#define SHRIKE_REPORT_ALARMS_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/vec.h"
#include "exec/core/check.h"

struct str;

struct alarm {
    const char *rule; /* "" if the log does not say */
    const char *message;
    const char *file; /* a path, not a URI */
    uint32_t line;
    bug_set kinds;      /* what it may be about; 0: nothing that we check */
    bool out_of_memory; /* it supposes that an allocation fails */
    vec_u32 lines;      /* all lines that it mentions */
};

struct alarms {
    struct arena arena;
    VEC(struct alarm) all;
};

/* Reads the file. False after adding "PATH:LINE:COLUMN: what is wrong" (or why it cannot be
 * read); release it in any case. Results that are no failures, and those without a place, are
 * left out. */
bool alarms_read(const char *path, struct alarms *a, struct str *error);
void alarms_release(struct alarms *a);
/* The checks that could find what the alarms are about. */
check_set alarms_checks(const struct alarms *a);

#endif
