/* A list of conditions, all of which are meant: over locations, ghosts and inputs. */
#ifndef SHRIKE_COND_CONDS_H
#define SHRIKE_COND_CONDS_H

#include "base/vec.h"
#include "expr/expr.h"

typedef VEC(expr) cond_list;

/* Each is a condition and not constant true, where asserts are on. */
void conds_check(const struct expr_pool *pool, const cond_list *list);
/* Their conjunction; true if there are none. */
expr conds_all(struct expr_pool *pool, const cond_list *list);
void conds_append(cond_list *to, const cond_list *from);
/* Appends e, each part of a conjunction by itself; nothing for what is true. */
void conds_split(struct expr_pool *pool, expr e, cond_list *out);
bool conds_have(const cond_list *list, expr e);

#endif
