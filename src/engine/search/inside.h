/* What a searcher implements, and the list of them. */
#ifndef SHRIKE_ENGINE_SEARCH_INSIDE_H
#define SHRIKE_ENGINE_SEARCH_INSIDE_H

#include "base/rng.h"
#include "engine/search/search.h"

struct searcher;

struct searcher_ops {
    const char *name;
    /* A hidden struct that starts with a struct searcher. */
    struct searcher *(*make)(const struct search_env *env);
    void (*free)(struct searcher *s);
    /* NULL: it need not know. The place is the searcher's own to use. */
    void (*add)(struct searcher *s, struct search_item *item, uint32_t *place);
    void (*remove)(struct searcher *s, struct search_item *item, uint32_t *place);
    void (*touched)(struct searcher *s, struct search_item *item, uint32_t *place);
    struct state *(*select)(struct searcher *s);
};

struct searcher {
    const struct searcher_ops *ops;
    const struct search_env *env;
    struct rng rng;  /* of its own: others do not change what it draws */
    uint32_t number; /* in the list: which place is its own */
};

extern const struct searcher_ops search_dfs, search_bfs, search_random_path, search_random_state, search_covnew,
    search_md2u, search_subtree, search_places, search_settings;

#endif
