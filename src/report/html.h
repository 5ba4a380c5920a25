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
struct outcome;
struct str;

enum html_state { HTML_DONE, HTML_ERROR, HTML_PRUNED, HTML_SUBSUMED, HTML_CUT, HTML_OPEN };

/* A node of the execution tree. */
struct html_node {
    int64_t parent; /* index of an earlier node; -1: none */
    enum html_state state;
    const char *text; /* what was decided there */
};

struct html {
    const struct outcome *outcome;
    const struct coverage *coverage; /* NULL: not known */
    bool simplified;                 /* of the simplified program */
    const char *const *replays;      /* for each case, the command that shows it; NULL: none */
    const struct html_node *nodes;   /* the execution tree; may be none */
    uint32_t nnodes;
};

void html_write(const struct html *h, struct str *out);

#endif
