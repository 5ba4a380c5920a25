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

const char *engine_name(enum engine engine);
/* Does it understand targets? */
bool engine_reaches(enum engine engine);
/* The engine of the index-th choice of --engine of reach. */
enum engine engine_for_reach(int index);
/* Does it count loops by itself (ir/bound.h)? */
bool engine_counts_loops(enum engine engine);
/* Puts into the program, whose loops are bounded, what the engine wants to find there. */
void engine_prepare(enum engine engine, struct program *p);
/* Runs it from the beginning of the program: r->x is symbolic and at its first instruction.
 * False after a message if the options make no sense to it. Unless the engine has exhausted the
 * program, that is a gap; *exhausted may be NULL. */
bool engine_run(enum engine engine, struct run *r, bool *exhausted);

#endif
