#include "exec/sym/tracer.h"

#include <assert.h>

static bool traced_check(struct exec *x, expr bad, sym_report_fn report, void *data) {
    struct tracer *t = x->tracer;
    if (!expr_is_const(x->sym->pool, bad)) t->check(t, x, bad);
    return t->decides->ask.check(x, bad, report, data);
}

void tracer_begin(struct exec *x, struct tracer *t) {
    assert(!x->tracer && t->step && t->check);
    t->decides = x->decider;
    t->decider = *x->decider;
    t->decider.ask.check = traced_check;
    x->tracer = t;
    x->decider = &t->decider;
}

void tracer_end(struct exec *x) {
    if (!x->tracer) return;
    assert(x->decider == &x->tracer->decider);
    x->decider = x->tracer->decides;
    x->tracer = NULL;
}
