/* Inside of a runner: concolic.c runs, expand.c asks, source.c has the bytes. */
#ifndef SHRIKE_ENGINE_CONCOLIC_INSIDE_H
#define SHRIKE_ENGINE_CONCOLIC_INSIDE_H

#include "engine/concolic/repair.h"
#include "engine/concolic/runner.h"
#include "engine/run.h"

/* An input as the current run took it. */
struct origin {
    enum input_kind kind;
    uint32_t size;
    uint64_t start; /* sizes of those before it */
};

struct runner {
    struct run *run;
    struct exec *x;
    struct concolic record;
    struct covered covered; /* by this runner */
    VEC(struct state *) roots;
    enum seed_kind files;
    const struct work *work; /* in execution */
    expr size;               /* of the input, while expanding */
    struct repair repair;    /* while expanding */
    VEC(struct origin) origins;
    vec_u64 blocks;    /* new in this run, those on edges among them */
    bool new_code;     /* blocks of the program's own are */
    struct map tried;  /* decisions asked about: hash of path and way */
    struct map places; /* how often an endless choice was followed there */
    struct map ways;   /* how often a way was tried, by place, outcome and visits of the place */
    struct map visits; /* of places on the current path */
    struct runner_counts counts;
};

/* Runs to the end; x->now is the last state, the events are in r->record (unless plain). */
enum stop runner_start(struct runner *r, const struct work *w, bool plain);
void runner_stop(struct runner *r);
/* Did the run in r->record do what w predicted? */
bool runner_as_predicted(const struct runner *r, const struct work *w);

/* ---- source.c ---- */
uint8_t source_byte(void *owner, uint32_t input, uint32_t offset);
/* How many bytes standard input has for this work. */
uint64_t source_stdin_size(const struct runner *r, const struct work *w);
/* How long the input is, as an expression; none: that is not open. */
expr source_size(const struct runner *r);
/* The inputs that x->now has taken, as a file. */
void source_file(struct runner *r, vec_u8 *out);
/* The inputs of the run with the values of m for what was looked at before e. */
void source_child(struct runner *r, const struct event *e, const struct model *m, struct work *out);

#endif
