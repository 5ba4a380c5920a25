/* A run as one HTML page that needs nothing else: verdict, errors with the way to them, the
 * source with coverage and the values of the failing run, the execution tree, where time went.
 *
 * The page (page.html) is built into the program; the data go into it as JSON, and its script
 * makes the rest when it is looked at, so that large runs open quickly.
 */
#ifndef SHRIKE_REPORT_HTML_H
#define SHRIKE_REPORT_HTML_H

#include <stdbool.h>
#include <stdint.h>

struct coverage;
struct efforts;
struct flow;
struct outcome;
struct str;

/* What to say of a node; the page has a word and a colour for each. INNER: nothing. */
enum html_state {
    HTML_INNER,
    HTML_DONE,
    HTML_ERROR,
    HTML_PRUNED,
    HTML_SUBSUMED,
    HTML_LOOP,
    HTML_CUT,
    HTML_INFEASIBLE,
    HTML_OPEN
};

/* A node of the execution tree. */
struct html_node {
    int64_t parent; /* index of an earlier node; -1: none */
    int64_t other;  /* whose fact subsumed it, or that it went back to; -1: none */
    enum html_state state;
    const char *function; /* where it begins; NULL: nowhere */
    const char *file;
    uint32_t line;
    const char *cond;  /* what was decided there; NULL: nothing */
    const char *fact;  /* what suffices for all below to be safe; NULL: not known */
    const char *error; /* NULL: none */
};

/* A line that a test executes. */
struct html_line {
    const char *file;
    uint32_t line;
};

struct html_test {
    const char *name;
    uint32_t error;                /* 1 + index into cases; 0: it ends well */
    const struct html_line *lines; /* by file and line */
    uint32_t nlines;
};

struct html {
    const struct outcome *outcome;
    const struct efforts *effort;    /* where effort went; NULL: not known */
    const struct flow *const *flows; /* for each case, where its values came from; NULL: none */
    const struct html_test *tests;   /* those of which it is known what they execute */
    uint32_t ntests;
    const struct coverage *coverage; /* NULL: not known */
    bool simplified;                 /* of the simplified program */
    const struct html_node *nodes;   /* the execution tree; may be none */
    uint32_t nnodes;
    uint64_t missing;    /* nodes that were not recorded */
    const char *no_tree; /* why there is none, a sentence; NULL: nothing is said */
};

void html_write(const struct html *h, struct str *out);

#endif
