/* What a run came to, for the formats of reports: SARIF, witnesses, JUnit, HTML, the proof
 * in words. It owns nothing. */
#ifndef SHRIKE_REPORT_OUTCOME_H
#define SHRIKE_REPORT_OUTCOME_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/core/check.h"

struct bitset;
struct bug;
struct coverage_summary;
struct loop_invariant;
struct program;
struct source;
struct stats;
struct story;
struct str;
struct test;

struct outcome_case {
    const struct bug *bug;
    const struct test *test;
    const struct story *story; /* NULL: there is none */
    bool confirmed;            /* natively, or the user did not ask for that */
    const char *replay;        /* the command that shows it; "": none */
    const char *fingerprint;   /* report/place.h */
    const char *excuse;        /* why it does not fail the run; NULL: it does */
    bool in_source;            /* ... by a comment */
};

/* A test that was written. */
struct outcome_test {
    const char *name;
    uint32_t error;                 /* 1 + index into cases; 0: it ends well */
    const struct bitset *footprint; /* blocks that it executes (session/minimise.h); NULL: not known */
};

struct outcome {
    const char *command; /* "verify" */
    const char *version;
    const char *verdict; /* "SAFE", "SAFE (bound 3)", "UNSAFE", "UNKNOWN", or a word of the command's */
    int status;          /* of the exit */
    const char *engine;
    const char *entry;    /* function that the program starts in */
    const char *root;     /* of the repository, with a final slash (report/place.h) */
    const char *words;    /* the command as it was given */
    const char *property; /* text of the property file; NULL: none */
    const char *const *files;
    uint32_t nfiles;
    check_set checks;
    bug_set wanted;
    bool bounded;      /* something was left out: cut off by a bound, or inputs that the user did not ask for */
    bool cut;          /* by a bound */
    bool cut_loops;    /* ... of loops or recursion */
    const char *scope; /* the inputs that were looked at, in the verdict's words; "": all */
    struct program *p;
    struct source *src; /* NULL: none was read */
    const struct outcome_case *cases;
    uint32_t ncases;
    const struct outcome_test *tests; /* shrike test only */
    uint32_t ntests;
    const char *const *gaps; /* why it is not complete, in words */
    uint32_t ngaps;
    const char *const *assumptions; /* what a proof rests on; each completes "assuming that" */
    uint32_t nassumptions;
    const struct loop_invariant *invariants; /* of a proof, where known (report/invariant.h) */
    uint32_t ninvariants;
    const struct function_summary *summaries;
    uint32_t nsummaries;
    const struct coverage_summary *covered; /* NULL: not looked at */
    const char *next;                       /* a command to try, if it is not complete; NULL: none */
    const struct stats *stats;
    double seconds;
    long long time; /* of the day, seconds since 1970 */
};

/* The file in which a position is, "" if unknown. */
const char *outcome_file(const struct outcome *o, uint32_t pos);
/* The property that an error violates, or all that were asked for (kind 0), as SV-COMP says
 * it: CHECK( init(main()), LTL(...) ), one a line. */
void outcome_specification(const struct outcome *o, enum bug_kind kind, struct str *out);
/* Time of the run as 2024-01-31T12:00:00Z. */
void outcome_time(const struct outcome *o, struct str *out);
/* SHA-256 of a file, in hexadecimal; nothing if it cannot be read. */
void outcome_hash(const char *file, struct str *out);
/* "assert, memory, div, shift" */
void outcome_checks(const struct outcome *o, struct str *out);

#endif
