/* The bits of NaNs that operations make (expr/float.h) where a decision looks at them.
 *
 * Nobody says which NaN that is, so nothing may be decided by it. A decision on e is right for
 * every NaN if e with any other NaN in the place of each such operation has the same value:
 *
 *     path condition and e != e[other NaNs]
 *
 * has no solution. Else the decision stands for one NaN, and that is a gap.
 */
#ifndef SHRIKE_EXEC_SYM_NAN_H
#define SHRIKE_EXEC_SYM_NAN_H

#include "exec/sym/sym.h"
#include "expr/float.h"

expr nan_decided_slowly(struct exec *x, expr e);
/* e as decisions may have it: without the bits of NaNs; or with those of one, which is noted
 * as a gap. None: a run over locations does not follow that (stopped). */
static inline expr nan_decided(struct exec *x, expr e) {
    return expr_float_bits(x->sym->pool, e) == FLOAT_BITS_NONE ? e : nan_decided_slowly(x, e);
}

#endif
