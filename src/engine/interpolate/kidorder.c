#include "engine/interpolate/kidorder.h"

#include <string.h>

#include "base/rng.h"
#include "engine/search/nearness.h"

struct kidorder {
    bool random;
    struct rng rng;
    struct search_env env;
    struct nearness *near; /* NULL: not asked for */
};

static bool is_default(const char *search) {
    struct options usual;
    options_init(&usual);
    bool same = strcmp(search, usual.search) == 0;
    options_release(&usual);
    return same;
}

static struct kidorder *make(struct exec *x, const struct covered *covered, bool random) {
    static const struct search_hooks asked = {.frames = run_frames};
    struct kidorder *k = MEM_NEW(struct kidorder);
    k->random = random;
    k->env = (struct search_env){&asked, NULL, NULL, covered, x->p, (uint64_t)x->ctx->opt.seed};
    rng_init(&k->rng, k->env.seed);
    if (!random) k->near = nearness_new(&k->env);
    return k;
}

bool kidorder_new(struct exec *x, const struct covered *covered, struct kidorder **order) {
    const char *search = x->ctx->opt.search;
    bool random = strcmp(search, "random-path") == 0;
    *order = NULL;
    if (is_default(search) || strcmp(search, "dfs") == 0) return true;
    if (!random && strcmp(search, "md2u") != 0) {
        log_error(&x->ctx->log, "--search=%s: --engine=interpolate has dfs, random-path and md2u", search);
        return false;
    }
    *order = make(x, covered, random);
    return true;
}

void kidorder_free(struct kidorder *k) {
    if (k && k->near) nearness_free(k->near);
    mem_free(k);
}

static uint32_t nearest(struct kidorder *k, const struct node *n) {
    uint32_t best = n->kids.len - 1;
    if (nearness_is_stale(k->near, 1)) nearness_aim(k->near);
    uint32_t least = nearness_of(k->near, n->kids.data[best]);
    for (uint32_t i = best; i-- > 0;) {
        uint32_t d = nearness_of(k->near, n->kids.data[i]);
        if (d < least) least = d, best = i;
    }
    return best;
}

struct state *kidorder_take(struct kidorder *k, struct node *n) {
    if (!k || n->kids.len == 1) return vec_pop(&n->kids);
    uint32_t i = k->random ? (uint32_t)rng_below(&k->rng, n->kids.len) : nearest(k, n);
    struct state *st = n->kids.data[i];
    memmove(n->kids.data + i, n->kids.data + i + 1, (n->kids.len - i - 1) * sizeof st);
    n->kids.len--;
    return st;
}
