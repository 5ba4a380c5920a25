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

bool parti_answer(struct solver *s, struct query *q) {
    struct domains *d = pathcond_domains(s, q->pc);
    enum parti_result r = domains_empty(d) ? PARTI_FALSE
                          : q->hint        ? decide_near(s, q, d)
                                           : decide_far(s, q, d);
    if (r == PARTI_UNKNOWN) return false;
    s->ctx->stats.queries_parti++;
    q->answer = r == PARTI_FALSE ? ANSWER_UNSAT : ANSWER_SAT;
    return true;
}
