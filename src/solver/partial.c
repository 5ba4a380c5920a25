/* The two layers that ask PARTI. Domains are learned with the path condition, from
 * the reduced constraints, when a question first needs them. What takes no search is
 * decided before anything else is tried. What does comes last before the back ends:
 * models found before and the cache are cheaper. */
#include "solver/parti.h"

#include "base/context.h"
#include "solver/chain.h"

enum {
    LEAST_STEPS = 60,  /* with fewer there is no point in a search */
    LESSON_STEPS = 80, /* of one lesson */
    QUICK_STEPS = 40,  /* of a question that takes no search */
    QUICK_SYMBOLS = 2, /* in a condition that may be decided without */
    QUICK_EARNS = 3,   /* steps, for an answer that models might have given as well */
};

static struct domains *learn(struct solver *s, struct domains *from, const struct known *k) {
    struct domains *d = domains_retain(from);
    for (uint32_t i = 0; i < k->nfresh && !domains_empty(d); i++) {
        uint64_t before = ration_open(s, LESSON_STEPS);
        struct domains *next = parti_learn(s->parti, d, k->fresh[i]);
        ration_pay(s, before);
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
 * of the condition are taken from its model, and their definitions worked out again.
 * Without one, its model treats the symbols of the condition as independent of all
 * others: changing just them keeps a model a model. */
static enum parti_result decide(struct solver *s, struct query *q, struct domains *d, bool quick) {
    struct model **wanted = q->want_model ? &q->local : NULL;
    enum parti_result r = quick     ? parti_decide_quick(s->parti, d, q->reduced, q->hint, wanted, NULL)
                          : q->hint ? parti_decide_near(s->parti, d, q->reduced, q->hint, wanted, NULL)
                                    : parti_decide(s->parti, d, q->reduced, wanted, NULL);
    if (!q->local) return r;
    if (!q->hint) {
        q->take = &q->reduced;
        q->ntake = 1;
    } else if (!q->pc->known->definitions) {
        q->whole = true;
    } else if (quick) {
        independence_answer(s, q);
    }
    return r;
}

static bool ask_parti(struct solver *s, struct query *q, bool quick) {
    struct doubt *doubt = ration_doubt(s, q->reduced, quick);
    if (!doubt_passes(doubt)) return false;
    struct domains *d = pathcond_domains(s, q->pc);
    /* A search should take less than a back end does. */
    uint64_t before = ration_open(s, LEAST_STEPS + (int64_t)s->ration.query_cost / 4);
    if (quick) parti_limit(s->parti, QUICK_STEPS); /* these are always worth it */
    enum parti_result r = domains_empty(d) ? PARTI_FALSE : decide(s, q, d, quick);
    ration_pay(s, before);
    doubt_learn(doubt, r != PARTI_UNKNOWN);
    if (r == PARTI_UNKNOWN) return false;
    ration_earn(&s->ration, quick ? QUICK_EARNS : s->ration.query_cost / 4);
    s->ctx->stats.queries_parti++;
    q->answer = r == PARTI_FALSE ? ANSWER_UNSAT : ANSWER_SAT;
    return true;
}

bool parti_quick_answer(struct solver *s, struct query *q) {
    if (expr_symbols(s->pool, q->reduced)->len > QUICK_SYMBOLS) return false;
    return ask_parti(s, q, true);
}

bool parti_answer(struct solver *s, struct query *q) {
    if (!expr_is(q->reduced)) return false; /* a group by itself, not a question */
    ration_earn_share(s);
    /* Its models are not kept for others: near the hint as they are, they satisfy little
     * else, and would displace those of back ends. */
    return s->ration.steps >= LEAST_STEPS && ask_parti(s, q, false);
}
