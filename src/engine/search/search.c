#include "engine/search/search.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "engine/search/inside.h"
#include "engine/search/tree.h"

static const struct searcher_ops *const kinds[] = {
    &search_dfs,  &search_bfs,     &search_random_path, &search_random_state, &search_covnew,
    &search_md2u, &search_subtree, &search_places,      &search_settings,
};
enum { KINDS = sizeof kinds / sizeof *kinds, MOST_TURNS = 1000000 };

struct search {
    struct search_env env;
    struct searcher *list[SEARCH_MOST];
    uint32_t n;
    uint32_t turns[SEARCH_MOST]; /* that each takes in a row */
    uint32_t turn;               /* whose it is */
    uint32_t left;               /* of its turns, besides the next */
    uint32_t count;
    VEC(struct search_item *) free;
    struct arena arena;
};

/* "dfs|bfs|..." for messages. */
static const char *search_names(void) { return "dfs|bfs|random-path|random-state|covnew|md2u|subtree|places|settings"; }

static const struct searcher_ops *find_kind(const char *name, size_t len) {
    for (uint32_t i = 0; i < KINDS; i++)
        if (strlen(kinds[i]->name) == len && memcmp(kinds[i]->name, name, len) == 0) return kinds[i];
    return NULL;
}

/* The number behind NAME: ("dfs:16"), 1 if there is none, 0 if it is wrong; *len
 * becomes that of the name. */
static uint32_t turns_of(const char *name, size_t *len) {
    const char *colon = memchr(name, ':', *len);
    if (!colon) return 1;
    uint32_t n = 0;
    for (const char *p = colon + 1; p < name + *len; p++) {
        if (*p < '0' || *p > '9' || n > MOST_TURNS) return 0;
        n = 10 * n + (uint32_t)(*p - '0');
    }
    *len = (size_t)(colon - name);
    return n;
}

static bool add_searcher(struct search *s, const char *name, size_t len, struct str *error) {
    size_t whole = len;
    uint32_t turns = turns_of(name, &len);
    const struct searcher_ops *ops = turns ? find_kind(name, len) : NULL;
    if (!ops) len = whole;
    if (!ops) {
        str_addf(error, "no searcher '%.*s': there are %s", (int)len, name, search_names());
        return false;
    }
    if (s->n == SEARCH_MOST) {
        str_addf(error, "more than %d searchers", SEARCH_MOST);
        return false;
    }
    struct searcher *one = ops->make(&s->env);
    one->ops = ops;
    one->env = &s->env;
    one->number = s->n;
    rng_init(&one->rng, s->env.seed + s->n);
    s->turns[s->n] = turns;
    s->list[s->n++] = one;
    return true;
}

struct search *search_new(const struct search_env *env, const char *list, struct str *error) {
    struct search *s = MEM_NEW(struct search);
    s->env = *env;
    arena_init(&s->arena);
    for (const char *name = list;; name += strcspn(name, ",") + 1) {
        size_t len = strcspn(name, ",");
        if (!add_searcher(s, name, len, error)) {
            search_free(s);
            return NULL;
        }
        if (!name[len]) {
            s->left = s->turns[0] - 1;
            return s;
        }
    }
}

void search_free(struct search *s) {
    if (!s) return;
    for (uint32_t i = 0; i < s->n; i++) s->list[i]->ops->free(s->list[i]);
    vec_release(&s->free);
    arena_release(&s->arena);
    mem_free(s);
}

uint32_t search_count(const struct search *s) { return s->count; }

struct search_item *search_add(struct search *s, struct state *state) {
    struct search_item *item = s->free.len ? vec_pop(&s->free) : arena_alloc(&s->arena, sizeof *item);
    item->state = state;
    s->count++;
    for (uint32_t i = 0; i < s->n; i++)
        if (s->list[i]->ops->add) s->list[i]->ops->add(s->list[i], item, &item->place[i]);
    return item;
}

void search_remove(struct search *s, struct search_item *item) {
    assert(s->count > 0 && item->state);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->list[i]->ops->remove) s->list[i]->ops->remove(s->list[i], item, &item->place[i]);
    s->count--;
    item->state = NULL;
    vec_push(&s->free, item);
}

struct state *search_select(struct search *s) {
    assert(s->count > 0);
    assert(!s->env.tree || s->env.tree->nleaves == s->count);
    struct searcher *one = s->list[s->turn];
    if (s->left) {
        s->left--;
    } else {
        s->turn = (s->turn + 1) % s->n;
        s->left = s->turns[s->turn] - 1;
    }
    return one->ops->select(one);
}

void search_touched(struct search *s, struct search_item *item) {
    assert(item->state);
    for (uint32_t i = 0; i < s->n; i++)
        if (s->list[i]->ops->touched) s->list[i]->ops->touched(s->list[i], item, &item->place[i]);
}
