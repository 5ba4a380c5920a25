/* The layer that asks PARTI. Its domains are learned with the path condition,
 * from the reduced constraints, when a query first needs them. */
#include "solver/parti.h"

#include "base/context.h"
#include "solver/chain.h"

static struct domains *learn(struct solver *s, struct domains *from, const struct known *k) {
    struct domains *d = domains_retain(from);
    for (uint32_t i = 0; i < k->nfresh && !domains_empty(d); i++) {
        struct domains *next = parti_learn(s->parti, d, k->fresh[i]);
        domains_release(d);
        d = next;
    }
    return d;
}

struct domains *pathcond_domains(struct solver *s, struct pathcond *pc) {
    if (pc->domains) return pc->domains;
    vec_clear(&s->path);
    struct pathcond *p = pc;
    for (; p && !p->domains; p = p->parent) vec_push(&s->path, p);
    struct domains *d = p ? p->domains : NULL;
    for (uint32_t i = s->path.len; i-- > 0;) {
        p = s->path.data[i];
        p->domains = d ? learn(s, d, p->known) : domains_new(s->parti);
        d = p->domains;
    }
    return d;
}

/* With a model at hand PARTI can do more, and gives a whole one. But it knows
 * nothing of symbols that were replaced by others: if there are any, only the groups
 * of the condition are taken from its model, and their definitions worked out again. */
static enum parti_result decide_near(struct solver *s, struct query *q, struct domains *d) {
    struct model **wanted = q->want_model ? &q->local : NULL;
    enum parti_result r = parti_decide_near(s->parti, d, q->reduced, q->hint, wanted, NULL);
    if (!q->local) return r;
    if (q->pc->known->definitions) independence_answer(s, q);
    else q->whole = true;
    return r;
}

/* An exact answer treats the symbols of the condition as independent of all others:
 * changing just them keeps a model a model. */
static enum parti_result decide_far(struct solver *s, struct query *q, struct domains *d) {
    q->take = &q->reduced;
    q->ntake = 1;
    return parti_decide(s->parti, d, q->reduced, q->want_model ? &q->local : NULL, NULL);
}

/* PARTI costs little where it answers and more than a back end where it searches in
 * vain. Conditions of one kind (by operator and number of symbols) tend to share
 * their fate: where most came back undecided, only one in a few is tried. */
enum { DOUBT_FAILED = 1, DOUBT_ANSWERED = 3, DOUBT_SKIP = 12, DOUBT_MOST = 20, DOUBT_RETRY = 16 };

static struct doubt *doubt_of(struct solver *s, const struct query *q) {
    uint32_t n = expr_symbols(s->pool, q->reduced)->len;
    uint32_t kind = expr_op(s->pool, q->reduced) % 4;
    return &s->doubts[kind * 16 + (n < 15 ? n : 15)];
}

static bool worth_trying(struct doubt *d) {
    return d->score < DOUBT_SKIP || d->skipped++ % DOUBT_RETRY == DOUBT_RETRY - 1;
}

static void learn_doubt(struct doubt *d, bool answered) {
    if (answered) d->score -= d->score < DOUBT_ANSWERED ? d->score : DOUBT_ANSWERED;
    else if (d->score < DOUBT_MOST) d->score += DOUBT_FAILED;
}

bool parti_answer(struct solver *s, struct query *q) {
    struct doubt *doubt = doubt_of(s, q);
    if (!worth_trying(doubt)) return false;
    struct domains *d = pathcond_domains(s, q->pc);
    enum parti_result r = domains_empty(d) ? PARTI_FALSE
                          : q->hint        ? decide_near(s, q, d)
                                           : decide_far(s, q, d);
    learn_doubt(doubt, r != PARTI_UNKNOWN);
    if (r == PARTI_UNKNOWN) return false;
    s->ctx->stats.queries_parti++;
    q->answer = r == PARTI_FALSE ? ANSWER_UNSAT : ANSWER_SAT;
    return true;
}
