/* What was decided on a state's way, so that another process can go the same way without asking the solver.
 *
 * A state counts the questions that its decider was asked (state.asked). Where the answer was not forced, a decision
 * says which question that was, of which kind, and what came of it. Decisions are a shared list, newest first, kept
 * only where the engine wants them (exec.records). The hash is that of all decisions up to this one with the functions
 * in which they were made: it tells whether another execution has met the same questions.
 */
#ifndef SHRIKE_EXEC_CORE_DECISION_H
#define SHRIKE_EXEC_CORE_DECISION_H

#include <stdbool.h>
#include <stdint.h>

struct exec;
struct state;

enum decision_kind {
    DECISION_BRANCH, /* value: 1 where the condition holds */
    DECISION_SWITCH, /* value: code index of the target */
    DECISION_PIN,    /* value: what it was pinned to */
    DECISION_NOT,    /* value: what it is not; the question comes again */
    DECISION_SETTLE, /* value: what stands for all */
    DECISION_CHECK,  /* the error does not happen; value: 0 */
    DECISION_AGAIN,  /* value: does what was assumed hold, or the error happen? The question comes again */
    DECISIONS
};

struct decision_link {
    uint32_t refs;
    uint32_t depth; /* decisions before it */
    struct decision_link *prev;
    uint64_t asked; /* which question, from 1 */
    enum decision_kind kind;
    uint64_t value;
    uint64_t hash;
};

static inline struct decision_link *decision_retain(struct decision_link *d) {
    if (d) d->refs++;
    return d;
}
void decision_release(struct decision_link *d);

/* The answer to the question that st was asked last, which stands where x->now does; nothing unless decisions are
 * recorded. */
void decision_add(struct exec *x, struct state *st, enum decision_kind kind, uint64_t value);
/* The hash of what was decided so far, `before`, and of one more decision of x->now. */
uint64_t decision_hash(const struct exec *x, uint64_t before, enum decision_kind kind, uint64_t value);

#endif
