/* A SAT solver proposes paths. */
#ifndef SHRIKE_ENGINE_CDSE_SAT_H
#define SHRIKE_ENGINE_CDSE_SAT_H

#include "engine/cdse/inside.h"

/* ---- sat.c ---- */
struct chooser *chooser_new(struct cdse *cd);
void chooser_free(struct chooser *c);
/* Takes a path that the SAT solver proposes, ending in a goal. False: there is none; *bounds are those that the
 * refutation needs. */
bool chooser_decide(struct cdse *cd, uint64_t *bounds);
/* Loops were unrolled further. */
void chooser_raised(struct cdse *cd, uint64_t bounds);
/* What was learned at level i, with so many literals. */
void chooser_learned(struct cdse *cd, uint32_t i, uint32_t n);
/* Frees kept steps that are not on the path. */
void cdse_forget_stages(struct cdse *cd);

#endif
