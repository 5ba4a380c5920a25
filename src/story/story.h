/* How an execution came to its error: what people, SARIF's code flows, witnesses and the
 * HTML page tell.
 *
 * A story is made by running the inputs once more (story/rerun.h) in the program as it
 * was written, not simplified. It stands for itself: it refers to no program and no
 * state. Of every branch in a call only the last time is told, with how often it was
 * decided; of every place that calls a function only the last call; of calls that have
 * returned only what the input decided.
 */
#ifndef SHRIKE_STORY_STORY_H
#define SHRIKE_STORY_STORY_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/vec.h"

struct str;

enum story_kind {
    STORY_INPUT,  /* text: what it is assigned to, or its own name; values: its value in C */
    STORY_CALL,   /* text: the function that is entered */
    STORY_BRANCH, /* text: the condition; taken: it holds */
    STORY_SWITCH, /* text: what is switched on */
    STORY_LOOP,   /* the same as a branch, deciding over another round */
    STORY_ACCESS, /* text: what its thread does to memory that others see; values: what is there then */
    STORY_ERROR,  /* text: the message */
};

struct story_place {
    const char *file; /* "" if unknown */
    uint32_t line, column;
};

struct story_step {
    enum story_kind kind;
    struct story_place at;
    const char *function; /* in which it happens */
    uint32_t depth;       /* calls of the user's functions around it; main's is 0 */
    bool active;          /* the call had not returned at the error */
    bool symbolic;        /* the input decided */
    bool taken;
    bool threaded; /* the program has threads, and this is what one of them did: */
    uint32_t thread;
    uint64_t times;     /* how often it happened in this call; rounds of a loop so far */
    const char *text;   /* "" if the source does not show it */
    const char *values; /* "n = 0, i = 3"; "" if none */
};

/* What is known of a line in this execution. */
struct story_line {
    const char *file;
    uint32_t line;
    uint64_t hits;      /* executions of its most executed block */
    const char *values; /* at the last time; "" if none */
};

struct story {
    struct arena arena;
    VEC(struct story_step) steps; /* in order of their last time; an error is the last */
    VEC(struct story_line) lines; /* executed, by file and line */
};

/* NULL is fine. */
void story_free(struct story *s);
/* The steps worth showing, at most `most` of them, as indexes in order; UINT32_MAX stands
 * for some left out. */
void story_choose(const struct story *s, uint32_t most, vec_u32 *chosen);
/* A step in words, as "n > 8 is false (n = 0)". */
void story_say(const struct story_step *step, struct str *out);
/* The same without the thread, where the place says which it is. */
void story_say_plain(const struct story_step *step, struct str *out);

#endif
