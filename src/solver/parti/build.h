/* Sets are built. */
#ifndef SHRIKE_SOLVER_PARTI_BUILD_H
#define SHRIKE_SOLVER_PARTI_BUILD_H

#include "solver/parti/interval.h"

void mset_empty(struct mset *s, uint32_t width);
void mset_full(struct mset *s, uint32_t width);
void mset_single(struct mset *s, uint32_t width, uint64_t v);
/* lo <= hi */
void mset_range(struct mset *s, uint32_t width, uint64_t lo, uint64_t hi);
/* The values of signed lo .. hi. */
void mset_srange(struct mset *s, uint32_t width, int64_t lo, int64_t hi);
void build_init(struct mset_build *b, uint32_t width, uint64_t stride);
/* lo <= hi, hi - lo a multiple of the stride. */
void build_add(struct mset_build *b, uint64_t lo, uint64_t hi);
/* Adds lo .. hi taken modulo 2^width; hi < 2^(width + 1). */
void build_add_wrapped(struct mset_build *b, unsigned __int128 lo, unsigned __int128 hi);
void build_finish(struct mset_build *b, struct mset *out);

#endif
