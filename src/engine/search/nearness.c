#include "engine/search/nearness.h"

#include "base/mem.h"
#include "engine/covered.h"
#include "ir/callgraph.h"

/* Frames looked at: further out, any caller will do. */
enum { MOST_FRAMES = 64 };
/* Instructions of the program that one question pays for. */
enum { SHARE = 64 };

struct nearness {
    const struct search_env *env;
    struct callgraph *cg;
    struct dist *dist;
    vec_points targets;
    uint64_t aimed_at; /* covered_moves */
    uint64_t asked;    /* since then */
    uint64_t cost;     /* of aiming, in questions */
    uint64_t aims;
};

struct nearness *nearness_new(const struct search_env *env) {
    struct nearness *n = MEM_NEW(struct nearness);
    n->env = env;
    n->cg = callgraph_new(env->p);
    n->dist = dist_new(n->cg);
    for (uint32_t i = 1; i < env->p->functions.len; i++) n->cost += env->p->functions.data[i]->ncode;
    n->cost /= SHARE;
    nearness_aim(n);
    return n;
}

void nearness_free(struct nearness *n) {
    dist_free(n->dist);
    callgraph_free(n->cg);
    vec_release(&n->targets);
    mem_free(n);
}

bool nearness_is_stale(struct nearness *n, uint32_t nstates) {
    n->asked++;
    return covered_moves(n->env->covered) != n->aimed_at && n->asked >= n->cost + nstates;
}

void nearness_aim(struct nearness *n) {
    vec_clear(&n->targets);
    covered_missing(n->env->covered, &n->targets);
    dist_aim(n->dist, n->targets.data, n->targets.len);
    n->aimed_at = covered_moves(n->env->covered);
    n->asked = 0;
    n->aims++;
}

uint32_t nearness_of(struct nearness *n, const struct state *state) {
    struct code_point frames[MOST_FRAMES];
    uint32_t all = n->env->hooks->frames(n->env->owner, state, frames, MOST_FRAMES);
    if (all <= MOST_FRAMES) return dist_from_stack(n->dist, frames, all);
    uint32_t inner = dist_from_stack(n->dist, frames, MOST_FRAMES);
    if (inner != DIST_NEVER) return inner;
    return dist_from(n->dist, frames[MOST_FRAMES - 1]); /* of the right order of magnitude */
}

uint64_t nearness_aims(const struct nearness *n) { return n->aims; }
