/* Settings of a state: what the program's arguments made it do.
 *
 * A program looks at its arguments once, and keeps what it has read in flags: globals, and variables of functions that
 * wait for a call to return. What is executed later depends on them. Two states with the same flags will do much the
 * same; one with flags that no other has may go where no state was.
 *
 * A word counts as a flag while it has shown few values in all states together; numbers above a byte are one value,
 * and so is whatever depends on the input. A heuristic: nothing depends on its being right.
 */
#ifndef SHRIKE_ENGINE_SETTINGS_H
#define SHRIKE_ENGINE_SETTINGS_H

#include <stdint.h>

struct program;
struct state_settings;
struct state;

/* Needs cfg_build_all; p must outlive the result, and not be patched yet (ir/live.h). */
struct state_settings *settings_new(const struct program *p);
void settings_free(struct state_settings *s);
/* A number for the flags of the state: equal for equal ones, as far as they are known to be flags. */
uint64_t settings_of(struct state_settings *s, const struct state *st);

#endif
