#include "exec/sym/aside.h"

#include <assert.h>

void aside_begin(struct exec *x, struct aside *a) {
    assert(x->sym);
    *a = (struct aside){x->instructions, x->sym->gaps.seen, x->stop};
}

bool aside_has_gap(const struct exec *x, const struct aside *a) { return x->sym->gaps.seen != a->gaps; }

void aside_end(struct exec *x, const struct aside *a, bool counts) {
    assert((x->sym->gaps.seen & a->gaps) == a->gaps); /* a gap is never taken back */
    sym_forget_gaps(x, a->gaps);
    x->stop = a->stop;
    assert(!counts || x->instructions >= a->instructions);
    if (!counts) x->instructions = a->instructions;
}
