/* Work that engines hand over to other processes, and get from them.
 *
 * Work comes in parts, as bytes that only the engine understands: a key, which says what is to be executed, and hints,
 * which make that quicker and change nothing. An engine that shares begins with the parts that it is given, or with the
 * program if there are none, and may give parts away: what they stand for is another worker's from then on, and not a
 * gap. A part that does not fit the program is one (GAP_DIVERGED).
 *
 * Engines with an execution tree have ways as parts (exec/decide/retrace.h): a way leads from one of the program's
 * first states to the root of a subtree, all executions that decide as it does.
 */
#ifndef SHRIKE_ENGINE_SHARE_H
#define SHRIKE_ENGINE_SHARE_H

#include "exec/decide/retrace.h"

struct run;

struct share_way {
    uint32_t root; /* which of the program's first states, in the order in which they are made */
    struct retrace_way way;
};

typedef VEC(struct share_way) share_ways;

/* To and from other processes that work on the same job. Notes may get lost, come twice or late. */
struct notes_link {
    void (*tell)(void *owner, const vec_u8 *note);
    bool (*hear)(void *owner, vec_u8 *note); /* false: there is none now */
    /* The note is kept in the job's log of facts, behind all that were kept before, and every process hears it, also
     * one that begins later; what was kept before the run began is heard first. For what is true at any time, whatever
     * process says it (engine/dash/lemmas.h). NULL: the job has no log. */
    void (*keep)(void *owner, const vec_u8 *note);
    void *owner;
};

/* Between processes that each execute the whole program, in different orders: each tells all others what it has learned
 * (engine/notes.h). */
struct share_notes {
    uint32_t order; /* 0: the usual one */
    struct notes_link link;
    /* What the engine says of its run: */
    uint64_t attempt; /* its name, of which there is no other one; 0: it claims nothing */
    vec_u64 rests;    /* attempts that it counts on: its result is none unless these have theirs */
};

struct run_share {
    uint32_t nparts;                                  /* 0: the whole program */
    const uint8_t *key, *key_end, *hints, *hints_end; /* of the parts, one after the other */
    /* In how many parts is some of the work wanted elsewhere? SHARE_ALL: all of it, nothing more is to be executed
     * here. Asked often. */
    uint32_t (*wanted)(void *owner, const struct run *so_far);
    /* A part is given away, to the worker that gets heap number `heap` (below SHARE_PARTS). */
    void (*give)(void *owner, uint32_t heap, const vec_u8 *key, const vec_u8 *hints);
    /* That was all for now. */
    void (*given)(void *owner);
    void *owner;
    struct share_notes *notes; /* NULL: no other process does the same */
};

/* Notes of one job go to all its workers. Those with an envelope (notes.h) are in jobs of their own; others begin with
 * their kind: what is covered (engine/blocknotes.h), what is proved of a loop (engine/loopnotes.h). */
enum { NOTE_COVERED = 'c', NOTE_INVARIANT = 'i' };

enum {
    SHARE_ALL = INT32_MAX,
    SHARE_PARTS = 64,
    SHARE_PART_BYTES = 500000 /* of a part; what is larger stays where it is */
};

void share_way_release(struct share_way *w);
/* As bytes: what the way is, and what only makes it quicker (values of inputs). */
void share_way_write(const struct share_way *w, vec_u8 *key, vec_u8 *hints);
/* w not initialised. False: not whole, and nothing is to be released. */
bool share_way_read(struct share_way *w, const uint8_t **key, const uint8_t *key_end, const uint8_t **hints,
                    const uint8_t *hints_end);

/* All parts, as ways (not initialised). False: they are none; then the list is empty. */
bool share_ways_read(const struct run_share *s, share_ways *ways);
void share_ways_release(share_ways *ways);
void share_give_way(const struct run_share *s, uint32_t heap, const struct share_way *way);

#endif
