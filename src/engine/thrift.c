#include "engine/thrift.h"

enum {
    /* Ticks of */
    QUESTION = 100,          /* a question to the solver */
    BACKEND = 20000,         /* one that the bit-blaster or Z3 answers */
    SHADOW = 20,             /* an instruction of a shadow run */
    COMPARED = 50,           /* a fact compared with a state */
    NODE = 300,              /* a fork, or a stop at a point */
    FACT = 5000,             /* a fact computed, or not found */
    START = 20 * 1000 * 1000, /* to begin with: about a tenth of a second */
    SHARE = 8,               /* of exploring, for learning: one part in so many */
};

static uint64_t ticks(const struct thrift *t) {
    const struct stats *s = &t->x->ctx->stats;
    return t->x->instructions + s->queries * QUESTION + (s->queries_bitblast + s->queries_z3) * BACKEND +
           s->shadow_instructions * SHADOW + s->facts_tried * COMPARED + s->nodes * NODE +
           t->facts * FACT;
}

void thrift_init(struct thrift *t, const struct exec *x) {
    *t = (struct thrift){.x = x};
    t->seen = ticks(t);
}

static uint64_t book(struct thrift *t, uint64_t *account) {
    uint64_t now = ticks(t), work = now > t->seen ? now - t->seen : 0;
    t->seen = now;
    *account += work;
    return work;
}

uint64_t thrift_explored(struct thrift *t) { return book(t, &t->explored); }

uint64_t thrift_learned(struct thrift *t) { return book(t, &t->learned); }

void thrift_saved(struct thrift *t, uint64_t work) {
    t->saved = t->saved + work < t->saved ? UINT64_MAX : t->saved + work;
}

bool thrift_allows(const struct thrift *t) {
    uint64_t most = START + t->explored / SHARE;
    return t->learned < most || t->learned - most < t->saved;
}
