/* Questions to several solvers at once.
 *
 * An obligation goes to a solver that has nothing to do, and the walk goes on as if it held; before all have answered
 * nothing is VALID. The two sides of a branch are asked about at the same time. */
#include "base/context.h"
#include "certify/walk.h"

/* Waits for the answer, if there is to be one. */
static void collect(struct walk *w, struct helper *h) {
    if (!h->what) return;
    enum smt_answer a = smt_receive(h->smt, NULL);
    if (a == SMT_SAT) walk_invalid(w, NULL, "%s", h->what);
    else if (a == SMT_UNKNOWN) walk_incomplete(w, NULL, "the solver does not know: %s", h->what);
    mem_free(h->what);
    h->what = NULL;
}

bool walk_puts_off(const struct walk *w) { return w->opt->jobs > 1 && !w->opt->gather && !w->over; }

/* The solver that was asked longest ago; NULL: there are none, or (wait is not set) it has not answered. */
static struct helper *next_helper(struct walk *w, bool wait) {
    if (!walk_puts_off(w)) return NULL;
    while (w->helpers.len + 1 < w->opt->jobs)
        vec_push(&w->helpers,
                 (struct helper){.smt = smt_new(&w->t, w->opt->solver, w->opt->query_ms, w->ctx->limits.deadline_ns)});
    struct helper *h = &w->helpers.data[w->turn % w->helpers.len];
    if (h->what && !wait) return NULL;
    return w->turn++, collect(w, h), h;
}

void walk_put_off(struct walk *w, const struct walk_state *st, term bad, const char *what) {
    struct helper *h = next_helper(w, true);
    struct str text = {0};
    str_add(&text, what);
    walk_add_place(w, st, &text);
    h->what = str_take(&text);
    smt_send(h->smt, &st->pc, bad, (term){0});
}

bool walk_ways(struct walk *w, const struct walk_state *st, term c, bool *yes, bool *no) {
    struct helper *h = next_helper(w, false);
    if (h) smt_send(h->smt, &st->pc, term_not(&w->t, c), (term){0});
    *yes = walk_may(w, st, c);
    enum smt_answer other = h ? smt_receive(h->smt, NULL) : SMT_SAT;
    *no = h ? other != SMT_UNSAT : !*yes || walk_may(w, st, term_not(&w->t, c));
    if (other == SMT_UNKNOWN) walk_incomplete(w, st, "the solver does not know");
    return !w->over;
}

void walk_end_helpers(struct walk *w) {
    for (uint32_t i = 0; i < w->helpers.len; i++) {
        if (!w->over) collect(w, &w->helpers.data[i]);
        w->asked_aside += smt_asked(w->helpers.data[i].smt);
        smt_free(w->helpers.data[i].smt);
        mem_free(w->helpers.data[i].what);
    }
    vec_release(&w->helpers);
}
