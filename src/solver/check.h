/* --check-solver and --log-queries: every answer once more, and every question on disk. */
#ifndef SHRIKE_SOLVER_CHECK_H
#define SHRIKE_SOLVER_CHECK_H

#include "solver/chain.h"

/* --check-solver: confirms an answer with a fresh Z3 or stops the program. */
void check_confirm(struct solver *s, const struct pathcond *pc, expr cond, enum answer answer, struct model *model);
void check_confirm_set(struct solver *s, const expr *set, uint32_t n, enum answer answer, struct model *model);
/* Confirms that min and max are the ends of e's range. */
void check_confirm_range(struct solver *s, const struct pathcond *pc, expr e, uint64_t min, uint64_t max);
/* Confirms that these constraints of pc and cond are contradictory. */
void check_confirm_core(struct solver *s, const struct pathcond *pc, expr cond, const vec_u32 *core);
/* NULL: nowhere. */
void log_open(struct solver *s, const char *folder);
/* --log-queries: makes the folder; writes one query. */
void log_query(struct solver *s, const struct pathcond *pc, expr cond, enum answer answer);
void log_query_set(struct solver *s, const expr *set, uint32_t n, enum answer answer);
/* Appends the constraints of pc as they were given, oldest first. */
void pathcond_list(const struct pathcond *pc, vec_expr *out);

#endif
