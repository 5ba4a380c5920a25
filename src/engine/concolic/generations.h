/* Generational search: inputs give children, the most promising child is next.
 *
 * A child's score is the number of blocks that it was the first to execute, as far as is known (engine/blocknotes.h).
 * Among equal ones go those first whose way was tried least: the same outcome at the same place after about as many
 * visits of it on the path (loops and recursion go deeper that way); then in the order found. Where inputs are expanded
 * is left to the caller: generations_expand does it here, workers.h in other processes. Both hand back expansions,
 * which generations_absorb looks at.
 */
#ifndef SHRIKE_ENGINE_CONCOLIC_GENERATIONS_H
#define SHRIKE_ENGINE_CONCOLIC_GENERATIONS_H

#include "engine/concolic/mutate.h"
#include "engine/concolic/runner.h"
#include "engine/run.h"

struct generations_hooks {
    /* x->bug is an error, with the inputs of x->now. *settled: it need not be reported
     * again when other inputs show it (some times it is not, even so). False: stop. */
    bool (*bug)(void *owner, struct exec *x, const vec_u8 *file, bool *settled);
    /* An input has executed new code; blocks: which (of struct child). NULL: not wanted. False: stop. */
    bool (*file)(void *owner, const vec_u8 *file, const vec_u64 *blocks);
    /* Now and then. May be NULL. */
    void (*progress)(void *owner);
    void *owner;
};

struct ranked {
    uint64_t score, rarity, number;
    struct work work;
};
typedef VEC(struct ranked) vec_ranked;

/* Invariants: (1) queue and guesses are heaps, best first; (2) no two have the same number; (3) an error that was
 * reported as settled is not reported again; (4) guesses has all guesses that wait, and there are some in parts of a
 * job only (parts.h). */
struct generations {
    struct run *r;
    struct exec *x;
    struct runner *runner;
    const struct generations_hooks *hooks;
    struct covered *covered; /* all in all */
    vec_ranked queue, guesses;
    uint64_t numbers;
    struct map reported, inputs;
    uint64_t diverged, bugs;
    uint32_t generation; /* the last one */
    bool repeats;        /* there is more than one seed */
    bool stopped;
    uint64_t maker;             /* marks guesses, if this is part of a job (parts.h); 0: it is not */
    bool owes;                  /* in a job: it has begun with work that is no guess */
    uint64_t guessed, patience; /* guesses expanded, and how many are worth it */
    struct mutator mutator;
    uint64_t rounds; /* of random changes */
    enum seed_kind files;
};

/* As runner_new. most: bytes of inputs that are
 * changed at random, 0: none are. */
void generations_init(struct generations *g, struct run *r, enum seed_kind files, const struct generations_hooks *hooks,
                      uint64_t most);
void generations_release(struct generations *g);
/* Invariants (1) and (2), where asserts are on; linear. */
void generations_check(const struct generations *g);
/* Runs a seed (taken over); true if it reached new code. Without seeds the first inputs are
 * random. */
bool generations_seed(struct generations *g, struct work *seed);
void generations_random(struct generations *g);
/* Takes the best piece of work out. False: there is none, or the search has stopped. */
bool generations_next(struct generations *g, struct work *work);
/* Puts one (taken over) back in front, or where it was. */
void generations_return(struct generations *g, struct work *work);
void generations_restore(struct generations *g, const struct ranked *one);
/* Best first, which is a heap as well. */
void generations_sort(vec_ranked *heap);
/* Looks at what came out, and releases it. */
void generations_absorb(struct generations *g, struct expansion *e);
/* Runs some inputs changed at random. */
void generations_mutate(struct generations *g);
/* Until nothing is left, or a limit or a hook ends it. */
void generations_run(struct generations *g);
/* Is nothing left to try? */
bool generations_done(const struct generations *g);
void generations_count(const struct generations *g, struct stats *stats);

#endif
