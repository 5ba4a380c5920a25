/* Runs the inputs of an error once more, to tell how it came about.
 *
 * The run is concolic (exec/decide/follow.h): one state follows the test's values. It is to be
 * made in the program as written, unsimplified, because that is where branches and values
 * have names. Every block reports to us, which costs a call each: runs of very many
 * instructions have no story.
 */
#ifndef SHRIKE_STORY_RERUN_H
#define SHRIKE_STORY_RERUN_H

#include <stdbool.h>
#include <stdint.h>

#include "exec/decide/follow.h"
#include "test/feed.h"

struct source;
struct story;

struct rerun {
    struct context *ctx; /* its statistics are added to */
    struct program *p;   /* unsimplified, edges split, no bounds */
    check_set checks;
    bug_set wanted;
    int argc;
    const char *const *argv;
    const struct test *test;
    bool lines;                        /* the story is to have lines */
    int64_t stdin_size;                /* -1: not symbolic, or of one size */
    const struct bug *bug;             /* to be found again ... */
    const struct program *bug_program; /* ... whose positions are this program's */
};

/* A run of the test in r->p, for code that watches it. */
struct rerunning {
    struct exec x;
    struct feed feed;
    struct concolic record;
};
void rerun_begin(const struct rerun *r, struct rerunning *now);
/* The run has ended with `stop`: is that the error that is to be found again? */
bool rerun_found(const struct rerun *r, const struct rerunning *now, enum stop stop);
void rerun_end(struct rerunning *now);

/* Runs to the end, which `stop` is; STOP_SLICE: it takes too long. */
enum stop rerun_run(struct rerunning *now);
/* Runs the test, and calls `block` for every block. False: it takes other inputs than the test has, or too long. */
bool rerun_watch(const struct rerun *r, void (*block)(void *owner, const struct function *fn, uint32_t pc),
                 void *owner);

/* NULL: the run does not end in that error at that line, or takes too long. */
struct story *rerun_story(const struct rerun *r, struct source *src);

/* The story of a program with threads: what each of them did to memory that others see, in the order of the schedule.
 */

struct exec;
struct turn_log;

/* For a run of x, from its beginning on. */
struct turn_log *turn_log_new(struct exec *x);
void turn_log_free(struct turn_log *log);
/* The run has ended in x->bug. */
struct story *turn_log_tell(struct turn_log *log);

#endif
