/* Work in pieces: what a worker does with one, and what whoever submitted the job does with what came of it.
 *
 * The key of a piece (spread/piece.h) is a number of parts (engine/share.h), none meaning the whole program, perhaps in
 * an order that is said then; its engine is one of enum engine. What a result has in its body: gaps, premises, errors,
 * tests, targets reached, inputs of fuzzing with the blocks that each was the first to execute, all blocks executed, and
 * the calls that have returned (without which a branch behind one would seem never to be taken).
 */
#ifndef SHRIKE_SESSION_PIECEWORK_H
#define SHRIKE_SESSION_PIECEWORK_H

#include "engine/hearsay.h"
#include "session/errand.h"
#include "spread/piece.h"

enum { PIECEWORK_MOST_PARTS = 4096 };

/* The whole program, for an engine. */
void piecework_whole(struct piece *p, enum engine engine);
/* The same in one of several orders, with notes to and from those who do it in others (engine/interpolate/exchange.h);
 * alone: nobody is heard. */
void piecework_turned(struct piece *p, enum engine engine, uint32_t order, bool alone);
/* Is the piece one of those, and hears others? */
bool piecework_listens(const struct piece *p);
/* Is it one of those, and has a log of facts with them (engine/share.h: keep)? */
bool piecework_keeps(const struct piece *p);
/* Do those who do such pieces tell one another what they have covered (engine/hearsay.h)? */
bool piecework_tells_blocks(const struct piece *p);
/* Do those who do such pieces, each the whole program, tell one another what they prove of loops (engine/tips.h)? */
bool piecework_tells_loops(const struct piece *p);
/* What is covered in a session that hears results, as a note to whoever begins. */
void piecework_brief(const struct session *s, vec_u8 *note);

struct piecework_hooks {
    /* How many parts of the work are wanted elsewhere now; SHARE_ALL: all. bytes: of tests and errors so far. */
    uint32_t (*wanted)(void *owner, const struct run *so_far, uint64_t bytes);
    /* A part that is somebody else's from now on; taken over by nobody. */
    void (*split)(void *owner, const struct piece *child);
    /* To and from others who do the same (engine/share.h). */
    void (*tell)(void *owner, const vec_u8 *note);
    bool (*hear)(void *owner, vec_u8 *note);
    void (*keep)(void *owner, const vec_u8 *note);
    void *owner;
    /* Blocks that earlier pieces of this worker have covered, or heard of; NULL: nobody keeps them. */
    _Atomic uint64_t *(*board)(void *owner, enum engine engine, uint32_t *words);
};

/* Executes a piece in a process of its own, whose session is loaded and not begun. False: the piece is malformed. */
bool piecework_run(struct errand *e, const struct piece *p, const struct piecework_hooks *hooks, struct piece_result *r);

/* What to do with tests and targets, as they come in. */
struct piecework_heard {
    void (*finding)(void *owner, const struct finding *f, const vec_u8 *file); /* a new one, with its input (fuzz); any of these may be NULL */
    void (*test)(void *owner, const struct test *t, int64_t stdin_size); /* -1: not symbolic */
    void (*input)(void *owner, const vec_u8 *file); /* of fuzzing, which executes what no other has so far */
    void (*target)(void *owner, uint32_t id, const struct test *t);
    bool (*enough)(void *owner); /* need nothing more be executed? */
    void *owner;
};
/* Adds what a result says to a session that has begun with the same engine, or (same_engine false) with another. False: it is
 * malformed; the session has a gap then. */
bool piecework_hear(struct session *s, const struct piece_result *r, bool same_engine, const struct piecework_heard *heard);

#endif
