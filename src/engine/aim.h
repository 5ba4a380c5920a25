/* Aims an exploration at targets (front/checks/target.h): which states may still reach one
 * that is open? */
#ifndef SHRIKE_ENGINE_AIM_H
#define SHRIKE_ENGINE_AIM_H

#include <stdbool.h>
#include <stdint.h>

struct aim;
struct program;
struct state;

/* Targets 0 .. ntargets - 1, all open. p must outlive it. */
struct aim *aim_new(struct program *p, uint32_t ntargets);
void aim_free(struct aim *aim);
bool aim_is_open(const struct aim *aim, uint32_t target);
/* How many are open. */
uint32_t aim_open(const struct aim *aim);
/* This one is not looked for any more. */
void aim_close(struct aim *aim, uint32_t target);
/* st cannot reach an open target, whatever it does. */
bool aim_hopeless(const struct aim *aim, const struct state *st);

#endif
