#include "exec/sym/input.h"

#include <assert.h>
#include <string.h>

#include "base/hash.h"
#include "base/vec.h"
#include "exec/core/exec.h"
#include "exec/sym/decider.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"

static struct trail *add_entry(struct state *st) {
    assert(st->pc);
    struct trail *t = mem_zalloc(sizeof *t);
    t->refs = 1;
    t->prev = st->trail;
    t->depth = t->prev ? t->prev->depth + 1 : 0;
    st->trail = t;
    return t;
}

/* ---- taking ---------------------------------------------------------------------------------------- */

/* Names repeat: each is kept once. */
static const char *keep_name(struct exec *x, const char *name) {
    uint64_t *found = strmap_find(&x->sym->names, name);
    if (found) return (const char *)(uintptr_t)*found;
    const char *copy = arena_strdup(&x->sym->arena, name);
    strmap_put(&x->sym->names, name, (uint64_t)(uintptr_t)copy);
    return copy;
}

static struct trail *add_taken(struct exec *x, uint32_t number, enum input_kind kind, const char *name, uint32_t size) {
    assert(x->sym && name);
    struct trail *t = add_entry(x->now);
    t->input = number;
    t->kind = kind;
    t->name = keep_name(x, name);
    t->size = size;
    t->pos = x->now->top ? exec_user_position(x) : 0;
    return t;
}

uint32_t input_take(struct exec *x, enum input_kind kind, const char *name, const char *type, uint32_t size) {
    uint32_t number = x->threads.scheduled ? threads_next_input(x->now) : x->now->inputs++;
    struct trail *t = add_taken(x, number, kind, name, size);
    t->type = type;
    return t->input;
}

void input_take_outside(struct exec *x, uint32_t number, const char *name, uint32_t size) {
    assert(number >= OUTSIDE_INPUT);
    add_taken(x, number, INPUT_UNINIT, name, size);
}

bool input_has(const struct exec *x, symbol s) { return map_find(&x->sym->part_of, s.id) != NULL; }

static bool same_part(const struct input_symbol *a, const struct input_symbol *b) {
    return a->input == b->input && a->offset == b->offset && a->width == b->width && a->undefined == b->undefined;
}

/* The symbol of a part, made if it is new. (Merged states may have taken different kinds under one number:
 * the width tells them apart.) */
static expr part_symbol(struct exec *x, struct input_symbol part, bool whole) {
    struct symbolic *sy = x->sym;
    uint64_t key = hash_mix((uint64_t)part.input << 32 | part.offset, (uint64_t)part.width << 1 | part.undefined), at;
    for (; (at = map_get(&sy->symbols, key, 0)); key = hash_u64(key))
        if (same_part(&sy->parts.data[at - 1], &part)) return sy->parts.data[at - 1].e;
    char name[48];
    snprintf(name, sizeof name, whole ? "in%u" : "in%u_%u_%u", part.input, part.offset, part.width);
    part.e = expr_sym(sy->pool, part.width, name);
    vec_push(&sy->parts, part);
    map_put(&sy->symbols, key, sy->parts.len);
    map_put(&sy->part_of, expr_symbol(sy->pool, part.e).id, sy->parts.len);
    if (part.undefined) undefined_add(x, part.e);
    return part.e;
}

expr input_part(struct exec *x, uint32_t input, uint32_t offset, uint32_t size, uint32_t width) {
    const bool undefined = input & (uint32_t)UNDEFINED_INPUT;
    input &= ~(uint32_t)UNDEFINED_INPUT;
    if (!width) width = 8 * size;
    assert(width && width <= 8 * size && width <= EXPR_MAX_WIDTH);
    expr given = x->decider->values.constant && !undefined ? x->decider->values.constant(x, input, offset, size, width)
                                                           : EXPR_NONE;
    if (expr_is(given)) return given;
    expr e = part_symbol(x, (struct input_symbol){input, offset, width, undefined, EXPR_NONE},
                         width == 8 * size && offset == 0);
    struct trail *t = add_entry(x->now);
    t->is_part = true;
    t->input = input;
    t->offset = offset;
    t->size = size;
    t->sym = expr_symbol(x->sym->pool, e);
    if (x->decider->values.value) x->decider->values.value(x, t, width);
    return e;
}

void input_is_storage(struct exec *x, uint32_t site, uint32_t instance, uint32_t offset) {
    assert(x->now->trail);
    struct trail *t = x->now->trail;
    while (t->is_part) t = t->prev;
    t->site = site;
    t->instance = instance;
    t->site_offset = offset;
    if (!x->p->sites.data[site].choice) map_put(&x->sym->storage, t->input, 1);
}

expr input_word(struct exec *x, enum input_kind kind, const char *name, const char *type, uint32_t width) {
    uint32_t size = (width + 7) / 8;
    uint32_t input = input_take(x, kind, name, type, size);
    if (kind == INPUT_UNINIT && undefined_tracked(x)) input |= (uint32_t)UNDEFINED_INPUT;
    return input_part(x, input, 0, size, width);
}

expr input_choice(struct exec *x, const char *name, uint32_t width) {
    uint32_t size = (width + 7) / 8;
    return input_part(x, input_take(x, INPUT_UNINIT, name, NULL, size), 0, size, width);
}
