/* One program that is verified again and again: how, and what came out last.
 *
 * A checkup runs `shrike verify --json - --depends FILE WORDS` as a child, the same way for all servers. What it said
 * stays until the next run has ended in good order; what was read (sources and headers) says which files concern it.
 *
 * Invariants: (1) child.pid only while state is RUNNING or STOPPING; (2) result, if there is one, lies in arena. */
#ifndef SHRIKE_SERVE_CHECKUP_H
#define SHRIKE_SERVE_CHECKUP_H

#include "base/arena.h"
#include "base/vec.h"
#include "serve/offspring.h"

struct json;

enum checkup_state {
    CHECKUP_IDLE,
    CHECKUP_WAITING, /* to be run */
    CHECKUP_RUNNING,
    CHECKUP_STOPPING, /* what it works on has changed */
};

typedef VEC(char *) text_list;
void texts_add(text_list *list, const char *text);
void texts_release(text_list *list);

struct checkup {
    char *name;      /* as people call it: a program, a file */
    char *folder;    /* in which it runs */
    text_list words; /* behind verify, apart from options of all */
    text_list reads; /* absolute paths; those of the last run, and of failed ones in front of it */
    enum checkup_state state;
    bool again; /* while it is STOPPING: it is to be run once more */
    struct offspring child;
    uint32_t runs; /* that have ended in good order */
    struct arena arena;
    const struct json *result; /* of the last one; NULL: it said nothing in JSON */
    struct str line;           /* that result as it came, one line */
    struct str errors;         /* what it said on standard error */
    int status;
    struct str depends; /* the file that the names of what was read are written to */
};

/* folder and name are copied; depends is the path of a file that may be written. */
struct checkup *checkup_new(const char *name, const char *folder, const char *depends);
void checkup_free(struct checkup *c);
/* Starts it with these words in front of its own. False after adding a reason. */
bool checkup_start(struct checkup *c, const text_list *options, int progress, struct str *why);
/* Asks for a run; a run in progress is stopped first. */
void checkup_ask(struct checkup *c);
/* Ends a run; nothing comes of it. */
void checkup_cancel(struct checkup *c);
enum checkup_news {
    CHECKUP_NOTHING,
    CHECKUP_DONE,    /* there is a new result, or errors */
    CHECKUP_STOPPED, /* it ended without one: it was stopped */
};
/* Takes what its child has written, without waiting. */
enum checkup_news checkup_look(struct checkup *c);
/* Does the file (an absolute path) concern it? */
bool checkup_reads(const struct checkup *c, const char *path);

#endif
