/* The engines, as engine.def lists them. */
#ifndef SHRIKE_ENGINE_ENGINE_H
#define SHRIKE_ENGINE_ENGINE_H

#include "engine/run.h"

/* The choices of --engine of verify. */
enum engine {
#define ENGINE(ID, ...) ENGINE_##ID,
#include "engine/engine.def"
#undef ENGINE
    ENGINE_AUTO, /* several, side by side */
};

/* Their operations: a line of the table is all that there is to add. */
#define ENGINE(ID, name, operation, reach, points, counters, unfit, work, tells, learns, options, words) \
    enum run_end operation(struct run *r);                                                               \
    const char *unfit(const struct exec *x);
#include "engine/engine.def"
#undef ENGINE

const char *engine_name(enum engine engine);
/* Does it understand targets? */
bool engine_reaches(enum engine engine);
/* The engine of the index-th choice of --engine of reach. */
enum engine engine_for_reach(int index);
/* The engine of commands that let the user choose none (fuzz), or take if the user has not chosen. */
enum engine engine_of_command(enum command command);
/* The one for programs with threads. */
enum engine engine_of_threads(void);
/* The first engine that finds invariants in this way. */
enum engine_learns { LEARNS_NOTHING, LEARNS_FACTS, LEARNS_INVARIANTS, LEARNS_REGIONS };
enum engine engine_that_learns(enum engine_learns what);
/* The engine that alone has the option which this word (--NAME or --NAME=VALUE) sets; option: how it is called then.
 * ENGINE_AUTO: there is none. */
enum engine engine_of_option(const char *word, struct str *option);

/* ---- what workers do with it (engine.def: WORK, TELLS) ---- */
/* Do several divide its work? */
bool engine_divides(enum engine engine);
/* In how many orders, at most, may workers do the whole program, telling one another what they learn? 1: in one. */
uint32_t engine_orders(enum engine engine);
/* May one of these runs rest on others? */
bool engine_rests(enum engine engine);
/* Do they put what they learn into the job's log of facts? */
bool engine_keeps_facts(enum engine engine);
/* Do its workers tell which blocks they have covered (engine/blocknotes.h), or what they prove of loops
 * (engine/loopnotes.h)? */
bool engine_tells_blocks(enum engine engine);
bool engine_tells_loops(enum engine engine);

/* Does it count loops by itself (ir/bound.h)? */
bool engine_counts_loops(enum engine engine);
/* Puts into the program, whose loops are bounded, what the engine wants to find there. */
void engine_prepare(enum engine engine, struct program *p);
/* Runs it from the beginning of the program: r->x is symbolic and at its first instruction.
 * False after a message if the options make no sense to it. Unless the engine has exhausted the
 * program, that is a gap; *exhausted may be NULL. */
bool engine_run(enum engine engine, struct run *r, bool *exhausted);

#endif
