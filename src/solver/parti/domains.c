#include "solver/parti/domains.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "solver/parti/build.h"
#include "solver/parti/search.h"

/* ---- variables ---------------------------------------------------------------------- */

void vars_init(struct vars *vars, struct expr_pool *pool) {
    memset(vars, 0, sizeof *vars);
    vars->pool = pool;
    map_init(&vars->elements);
    arena_init(&vars->arena);
}

void vars_release(struct vars *vars) {
    vec_release(&vars->list);
    vec_release(&vars->of_symbol);
    map_release(&vars->elements);
    arena_release(&vars->arena);
}

static uint32_t new_var(struct vars *vars, struct var v) {
    uint32_t number = vars->list.len;
    struct mset full;
    mset_full(&full, v.width);
    full.support = var_support(number);
    v.full = arena_alloc(&vars->arena, mset_bytes(full.n));
    memcpy(v.full, &full, mset_bytes(full.n));
    vec_push(&vars->list, v);
    return number;
}

uint32_t vars_symbol(struct vars *vars, symbol s) {
    if (s.id < vars->of_symbol.len && vars->of_symbol.data[s.id]) return vars->of_symbol.data[s.id] - 1;
    if (s.id >= vars->of_symbol.len) vec_resize(&vars->of_symbol, s.id + 1);
    expr e = expr_of_symbol(vars->pool, s);
    bool array = expr_is_array(vars->pool, e);
    uint32_t width = array ? 1 : expr_width(vars->pool, e);
    if (width > 64) return NO_VAR;
    uint32_t number = new_var(vars, (struct var){.kind = array ? VAR_ARRAY : VAR_WORD, .width = width, .sym = s});
    vars->of_symbol.data[s.id] = number + 1;
    return number;
}

uint32_t vars_element(struct vars *vars, symbol array, uint64_t index) {
    uint32_t width = expr_elem_width(vars->pool, expr_of_symbol(vars->pool, array));
    if (index > UINT32_MAX || width > 64) return NO_VAR;
    uint64_t key = (uint64_t)array.id << 32 | index;
    uint64_t *found = map_find(&vars->elements, key);
    if (found) return (uint32_t)*found;
    uint32_t whole = vars_symbol(vars, array);
    uint32_t number =
        new_var(vars, (struct var){.kind = VAR_ELEMENT, .width = width, .sym = array, .index = index, .array = whole});
    map_put(&vars->elements, key, number);
    return number;
}

/* ---- the tree ------------------------------------------------------------------------- */

/* Children of the lowest level are varsets, above tries; both begin with their
 * count of references. */
struct trie {
    uint32_t refs;
    uint32_t level; /* 1: lowest */
    void *kids[TRIE_FAN];
};

static void retain_kid(void *kid) {
    if (kid) ++*(uint32_t *)kid;
}

static void varset_release(struct varset *v) {
    if (v && --v->refs == 0) mem_free(v);
}

static void trie_release(struct trie *t) {
    if (!t || --t->refs) return;
    for (int i = 0; i < TRIE_FAN; i++) {
        if (t->level == 1) varset_release(t->kids[i]);
        else trie_release(t->kids[i]);
    }
    mem_free(t);
}

/* The node at *slot, made fit for change: there, and not shared. */
static struct trie *trie_own(struct trie **slot, uint32_t level) {
    struct trie *t = *slot;
    if (t && t->refs == 1) return t;
    struct trie *own = mem_alloc(sizeof *own);
    *own = t ? *t : (struct trie){.level = level};
    own->refs = 1;
    for (int i = 0; i < TRIE_FAN; i++) retain_kid(own->kids[i]);
    trie_release(t);
    return *slot = own;
}

static uint32_t digit(uint32_t var, uint32_t level) { return var >> (level - 1) * TRIE_BITS & (TRIE_FAN - 1); }

static bool fits(uint32_t var, uint32_t height) { return height * TRIE_BITS >= 32 || var >> height * TRIE_BITS == 0; }

static struct varset **trie_place(struct domains *d, uint32_t var) {
    while (d->height == 0 || !fits(var, d->height)) {
        struct trie *old = d->root;
        d->root = NULL;
        trie_own(&d->root, ++d->height)->kids[0] = old;
    }
    struct trie *t = trie_own(&d->root, d->height);
    for (uint32_t level = d->height; level > 1; level--)
        t = trie_own((struct trie **)&t->kids[digit(var, level)], level - 1);
    return (struct varset **)&t->kids[digit(var, 1)];
}

const struct varset *domains_entry(const struct domains *d, uint32_t var) {
    if (!fits(var, d->height)) return NULL;
    const void *t = d->root;
    for (uint32_t level = d->height; level > 0 && t; level--) t = ((const struct trie *)t)->kids[digit(var, level)];
    return t;
}

void domains_put(struct domains *d, uint32_t var, const struct mset *set, bool exact) {
    assert(d->refs == 1 && set->n > 0);
    struct varset **place = trie_place(d, var), *old = *place;
    struct varset *v = mem_alloc(offsetof(struct varset, set) + mset_bytes(set->n));
    v->refs = 1;
    bool single = mset_is_single(set);
    exact |= single; /* a constant goes with anything */
    v->exact = exact;
    memcpy(&v->set, set, mset_bytes(set->n));
    v->set.exact = single || (exact && !mset_has_bits(set));
    v->set.support = single ? 0 : var_support(var);
    d->inexact += !exact;
    d->inexact -= old && !old->exact;
    *place = v;
    varset_release(old);
}

const struct mset *domains_set(const struct domains *d, uint32_t var) {
    const struct varset *v = domains_entry(d, var);
    return v ? &v->set : d->owner->vars.list.data[var].full;
}

bool domains_var_exact(const struct domains *d, uint32_t var) {
    const struct varset *v = domains_entry(d, var);
    if (v && !v->exact) return false;
    const struct var *info = &d->owner->vars.list.data[var];
    if (info->kind != VAR_ELEMENT) return true;
    const struct varset *whole = domains_entry(d, info->array);
    return !whole || whole->exact;
}

/* ---- constraints not captured ------------------------------------------------------------ */

static void pending_release(struct parti *p, struct pending *n) {
    while (n && --n->refs == 0) {
        struct pending *older = n->older;
        if (n->prev) n->prev->next = n->next;
        else p->all_pending = n->next;
        if (n->next) n->next->prev = n->prev;
        mem_free(n);
        n = older;
    }
}

void domains_add_pending(struct domains *d, expr constraint) {
    struct parti *p = d->owner;
    struct pending *n = MEM_NEW(struct pending);
    n->refs = 1;
    n->constraint = constraint;
    n->older = d->pending;
    n->count = d->pending ? d->pending->count + 1 : 1;
    n->next = p->all_pending;
    if (n->next) n->next->prev = n;
    p->all_pending = n;
    d->pending = n;
}

static bool speaks_of(struct parti *p, const struct pending *n, symbol s) {
    for (; n; n = n->older) {
        const struct symbol_set *all = expr_symbols(p->pool, n->constraint);
        for (uint32_t i = 0; i < all->len; i++)
            if (all->ids[i] == s.id) return true;
    }
    return false;
}

void domains_drop_pending(struct domains *d, expr constraint) {
    struct parti *p = d->owner;
    vec_u32 rest = {0}, vars = {0};
    for (const struct pending *n = d->pending; n; n = n->older)
        if (!expr_same(n->constraint, constraint)) vec_push(&rest, n->constraint.id);
    struct pending *old = d->pending;
    d->pending = NULL;
    while (rest.len) domains_add_pending(d, (expr){vec_pop(&rest)});
    if (list_variables(p, constraint, &vars)) {
        for (vec_each(uint32_t, i, &vars)) {
            const struct varset *v = domains_entry(d, vars.data[i]);
            if (!v || v->exact) continue;
            if (speaks_of(p, d->pending, p->vars.list.data[vars.data[i]].sym)) continue;
            struct mset set;
            mset_copy(&set, &v->set);
            domains_put(d, vars.data[i], &set, true);
        }
    }
    pending_release(p, old);
    vec_release(&rest);
    vec_release(&vars);
}

/* ---- whole domains ------------------------------------------------------------------------- */

struct domains *domains_new(struct parti *p) {
    struct domains *d = MEM_NEW(struct domains);
    d->refs = 1;
    d->owner = p;
    d->serial = ++p->serials;
    return d;
}

struct domains *domains_derive(struct domains *d) {
    struct domains *copy = mem_alloc(sizeof *copy);
    *copy = *d;
    copy->refs = 1;
    copy->serial = ++d->owner->serials;
    if (copy->root) copy->root->refs++;
    if (copy->pending) copy->pending->refs++;
    return copy;
}

struct domains *domains_retain(struct domains *d) {
    d->refs++;
    return d;
}

void domains_release(struct domains *d) {
    if (!d || --d->refs) return;
    trie_release(d->root);
    pending_release(d->owner, d->pending);
    mem_free(d);
}

bool domains_empty(const struct domains *d) { return d->empty; }

bool domains_exact(const struct domains *d) { return d->inexact == 0; }

/* ---- checking ----------------------------------------------------------------------------------- */

/* Number of entries below t that are not exact. */
static uint32_t check_trie(const struct trie *t, uint32_t level) {
    uint32_t inexact = 0;
    if (!t) return 0;
    assert(t->refs > 0 && t->level == level);
    for (int i = 0; i < TRIE_FAN; i++) {
        const struct varset *v = t->kids[i];
        if (level > 1) {
            inexact += check_trie(t->kids[i], level - 1);
        } else if (v) {
            assert(v->refs > 0 && v->set.n > 0 && !(v->set.exact && mset_has_bits(&v->set)));
            mset_check(&v->set);
            inexact += !v->exact;
        }
    }
    return inexact;
}

void domains_check(const struct domains *d) {
    assert(d->refs > 0);
    uint32_t inexact = check_trie(d->root, d->height);
    assert(inexact == d->inexact);
    (void)inexact;
    struct parti *p = d->owner;
    vec_u32 vars = {0};
    for (const struct pending *n = d->pending; n && !d->empty; n = n->older) {
        assert(n->refs > 0 && n->count == (n->older ? n->older->count : 0) + 1);
        if (!list_variables(p, n->constraint, &vars)) continue;
        for (vec_each(uint32_t, i, &vars))
            assert(!domains_var_exact(d, vars.data[i]) || mset_is_single(domains_set(d, vars.data[i])));
    }
    vec_release(&vars);
}
