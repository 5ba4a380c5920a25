/* What sanitizers and replay library said during a run, as data. */
#ifndef SHRIKE_REPLAY_OBSERVE_H
#define SHRIKE_REPLAY_OBSERVE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "exec/core/bug.h"

/* How frames are to be printed (stack_trace_format of the sanitizers). */
#define OBSERVE_FRAME_FORMAT "#FRAME %n|%f|%s|%l|%c"

struct source_place {
    const char *function; /* "" if unknown */
    const char *file;     /* NULL if unknown */
    uint32_t line, column;
};

enum observation_type { SEEN_ERROR, SEEN_DIVERGED, SEEN_ASSUMPTION };

struct observation {
    enum observation_type type;
    enum bug_kind kind; /* of a SEEN_ERROR; BUG_NONE: none of ours */
    bool crash;         /* a signal: only the place says which kind it is */
    bool hint;          /* a report that the program survived and that may be beside the point:
                           arithmetic on a null pointer */
    const char *text;
    struct source_place said;        /* where UBSan itself points; file NULL if it did not */
    VEC(struct source_place) frames; /* those with a source position or a name, innermost first */
};

struct observations {
    struct arena arena;
    VEC(struct observation) all; /* in order */
    struct source_place place;   /* where the next one of the replay library is; file NULL: it does not say */
};

/* Parses a report. functions: the names that the program defines. */
void observe(struct observations *o, const char *report);
void observations_release(struct observations *o);
/* The innermost frame in a function of the program, NULL if there is none. */
const struct source_place *observation_user_frame(const struct observation *o, const struct strmap *functions);

#endif
