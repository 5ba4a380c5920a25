/* What a worker does with a piece.
 *
 * The key of a piece (job/piece.h) is a number of parts (engine/share.h), none meaning the whole program, perhaps in
 * an order that is said then; its engine is one of enum engine. What a result has in its body: gaps, premises, errors,
 * tests, targets reached, inputs of fuzzing with the blocks that each was the first to execute, all blocks executed,
 * and the calls that have returned (without which a branch behind one would seem never to be taken). The process that
 * submitted the job reads it (job/submit.h).
 */
#ifndef SHRIKE_JOB_EXECUTE_H
#define SHRIKE_JOB_EXECUTE_H

#include "engine/blocknotes.h"
#include "job/make.h"
#include "job/piece.h"

/* The whole program, for an engine. */
void piece_whole(struct piece *p, enum engine engine);
/* The same in one of several orders, with notes to and from the workers that do it in other orders (engine/notes.h);
 * alone: it does not listen. */
void piece_in_order(struct piece *p, enum engine engine, uint32_t order, bool alone);
/* Is the piece one of those, and hears others? */
bool piece_hears(const struct piece *p);
/* Is it one of those, and has a log of facts with them (engine/share.h: keep)? */
bool piece_keeps_facts(const struct piece *p);
/* Do workers on such pieces tell one another what they have covered (engine/blocknotes.h)? */
bool piece_tells_blocks(const struct piece *p);
/* Do workers on such pieces tell one another what they prove of loops (engine/loopnotes.h)? */
bool piece_tells_loops(const struct piece *p);

struct execute_hooks {
    /* How many parts of the work are wanted elsewhere now; SHARE_ALL: all. bytes: of tests and errors so far. */
    uint32_t (*wanted)(void *owner, const struct run *so_far, uint64_t bytes);
    /* A part is given away: another worker does it. child stays the caller's. */
    void (*split)(void *owner, const struct piece *child);
    /* Blocks that earlier pieces of this worker have covered, or heard of; NULL: they are not kept. */
    _Atomic uint64_t *(*board)(void *owner, enum engine engine, uint32_t *words);
    void *owner;
    struct notes_link link; /* to and from other workers */
};

/* Executes a piece in a process of its own, whose session is loaded and not begun. False: the piece is malformed. */
bool piece_execute(struct job_command *c, const struct piece *p, const struct execute_hooks *hooks,
                   struct piece_result *r);

#endif
