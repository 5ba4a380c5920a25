#include "job/fold.h"

#include <assert.h>

enum { GROUPS = sizeof((struct fold *)0)->open_in / sizeof((struct fold *)0)->open_in[0] };

void fold_init(struct fold *f) {
    memset(f, 0, sizeof *f);
    strmap_init(&f->names);
}

static void release_result(struct fold_item *item) {
    if (!item->result) return;
    result_release(item->result);
    mem_free(item->result);
    item->result = NULL;
}

void fold_release(struct fold *f) {
    for (uint32_t i = 0; i < f->items.len; i++) {
        piece_release(&f->items.data[i].piece);
        release_result(&f->items.data[i]);
    }
    vec_release(&f->items);
    strmap_release(&f->names);
}

static struct fold_item *find(const struct fold *f, const char *name) {
    uint64_t at = strmap_get(&f->names, name, 0);
    return at ? &f->items.data[at - 1] : NULL;
}

static void add(struct fold *f, const char *name, struct fold_item item) {
    vec_push(&f->items, item);
    strmap_put(&f->names, name, f->items.len);
}

/* Is any child named already, or twice here? */
static bool is_contradiction(const struct fold *f, const struct piece_result *r) {
    struct strmap seen;
    bool bad = false;
    strmap_init(&seen);
    for (uint32_t i = 0; i < r->children.len && !bad; i++) {
        const struct fold_item *known = find(f, r->children.data[i].name);
        bad = (known && known->state != FOLD_EARLY) || !strmap_put(&seen, r->children.data[i].name, 1);
    }
    strmap_release(&seen);
    return bad;
}

/* A piece gets its name in the job; p is taken over. Its result, if that was early, is left to be taken. */
static struct piece_result *name(struct fold *f, struct piece *p) {
    struct fold_item *known = find(f, p->name);
    struct piece_result *early = NULL;
    assert(!known || known->state == FOLD_EARLY);
    assert(p->group < GROUPS);
    f->named++;
    f->open_in[p->group]++;
    if (f->named_piece && !known) f->named_piece(f->owner, p);
    if (known) {
        early = known->result;
        known->result = NULL;
        known->state = FOLD_OPEN;
        known->piece = *p;
        f->early--;
    } else {
        add(f, p->name, (struct fold_item){.piece = *p});
    }
    return early;
}

typedef VEC(struct piece_result *) result_list;

/* Of a named piece that was open; its children are named, and those of them that were early wait in todo. */
static void take_one(struct fold *f, struct piece_result *r, result_list *todo) {
    struct fold_item *item = find(f, r->name);
    assert(item && item->state == FOLD_OPEN);
    uint32_t group = item->piece.group;
    item->state = FOLD_DONE;
    f->done++;
    f->open_in[group]--;
    piece_release(&item->piece);
    memset(&item->piece, 0, sizeof item->piece);
    bool bad = is_contradiction(f, r);
    if (bad) r->exhausted = false; /* whatever it left out stays out */
    if (f->absorb) f->absorb(f->owner, r, group);
    for (uint32_t i = 0; i < r->children.len && !bad; i++) {
        r->children.data[i].group = group;
        struct piece_result *early = name(f, &r->children.data[i]);
        memset(&r->children.data[i], 0, sizeof r->children.data[i]);
        if (early) vec_push(todo, early);
    }
    result_release(r);
    mem_free(r);
}

static void take_all(struct fold *f, struct piece_result *first) {
    result_list todo = {0};
    vec_push(&todo, first);
    while (todo.len) {
        struct piece_result *r = vec_pop(&todo);
        take_one(f, r, &todo);
    }
    vec_release(&todo);
}

void fold_begin(struct fold *f, struct piece *p) {
    struct fold_item *known = find(f, p->name);
    if (known && known->state != FOLD_EARLY) {
        piece_release(p);
        return;
    }
    struct piece_result *early = name(f, p);
    if (early) take_all(f, early);
}

static struct piece_result *own(const struct piece_result *r) {
    struct piece_result *copy = mem_alloc(sizeof *copy);
    *copy = *r;
    return copy;
}

bool fold_take(struct fold *f, struct piece_result *r, bool *again) {
    struct fold_item *item = find(f, r->name);
    *again = item && item->state != FOLD_OPEN;
    if (*again) {
        result_release(r);
        return false;
    }
    if (item) {
        take_all(f, own(r));
        return true;
    }
    f->early++;
    struct piece_result *kept = own(r);
    add(f, r->name, (struct fold_item){.state = FOLD_EARLY, .result = kept});
    return true;
}

const struct piece *fold_next_open(const struct fold *f, uint32_t *cursor) {
    for (; *cursor < f->items.len; (*cursor)++)
        if (f->items.data[*cursor].state == FOLD_OPEN) return &f->items.data[(*cursor)++].piece;
    return NULL;
}

/* ---- runs that rest on one another ------------------------------------------------------------------- */

static bool is_backed(const struct rests_run *runs, uint32_t n, uint64_t attempt) {
    for (uint32_t i = 0; i < n; i++)
        if (attempt && runs[i].counts && runs[i].attempt == attempt) return true;
    return false;
}

static bool are_backed(const struct rests_run *runs, uint32_t n, const vec_u64 *on) {
    for (uint32_t i = 0; i < on->len; i++)
        if (!is_backed(runs, n, on->data[i])) return false;
    return true;
}

/* The largest set whose runs rest on no run outside: a run that does is removed, until there is none. */
void rests_judge(struct rests_run *runs, uint32_t n) {
    bool changed = true;
    for (uint32_t i = 0; i < n; i++) runs[i].counts = runs[i].complete;
    while (changed) {
        changed = false;
        for (uint32_t i = 0; i < n; i++) {
            if (!runs[i].counts || are_backed(runs, n, runs[i].on)) continue;
            runs[i].counts = false;
            changed = true;
        }
    }
}
