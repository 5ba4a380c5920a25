/* shrike watch: programs verified again whenever one of their files changes.
 *
 * Folders are watched, not files, because editors replace files. What counts is content: a file that was written and is
 * the same starts no run. A change ends the run that it concerns, and the run begins again. */
#ifndef SHRIKE_SERVE_WATCH_H
#define SHRIKE_SERVE_WATCH_H

#include "serve/checkup.h"

struct context;

struct watch_wish {
    const char *folder; /* all programs of this one; NULL: */
    text_list words;    /* the one program that these name, from here */
    text_list options;  /* of shrike verify */
    int json;           /* descriptor that results are written to, a line each; -1: none */
};

/* Serves until it is interrupted or its output is not read any more; returns an exit status: the worst of the programs'
 * last ones. */
int watch_serve(struct context *ctx, const struct watch_wish *wish);

#endif
