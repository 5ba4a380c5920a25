/* What is proved of heads, over the variables that the program has there. */
#include <assert.h>

#include "base/hash.h"
#include "engine/invariant/inside.h"
#include "engine/invariant/note.h"
#include "engine/loopnotes.h"
#include "exec/sym/memory.h"
#include "expr/relate.h"
#include "ir/cfg.h"
#include "mem/bytes.h"
#include "solver/path.h"

enum {
    MOST_NOTES = 400,
    MOST_TOLD = 200,
    MOST_WORDS = 64,
    EFFORT = 200 /* conflicts for a question that only makes texts shorter */
};

/* ---- symbols as words of memory --------------------------------------------------------------------- */

struct naming {
    struct invariant *e;
    const struct head_record *rec;
    struct map words; /* symbol -> expression of the place that holds it */
};

static expr place_of(void *owner, symbol s) {
    const struct naming *n = owner;
    return (expr){(uint32_t)map_get(&n->words, s.id, 0)};
}

static void name_symbol(struct naming *n, expr value, uint64_t addr, uint32_t bytes) {
    struct expr_pool *pool = n->e->x->sym->pool;
    if (expr_op(pool, value) != EXPR_SYM || expr_width(pool, value) != 8 * bytes) return;
    if (map_find(&n->words, expr_symbol(pool, value).id)) return;
    expr place = places_word(n->e->x, &n->e->places, addr, bytes);
    map_put(&n->words, expr_symbol(pool, value).id, place.id);
}

/* A variable whose value is a symbol is a name for it. */
static void name_object(void *data, struct mem_object *obj) {
    struct naming *n = data;
    struct exec *x = n->e->x;
    bool scalar = obj->size == 1 || obj->size == 2 || obj->size == 4 || obj->size == 8;
    if (!obj->live || !scalar || !obj->name || obj->kind == OBJECT_HEAP || n->words.len > MOST_WORDS) return;
    struct fault fault;
    if (space_check(&x->now->space, obj->base, obj->size, false, &fault)) return;
    name_symbol(n, sym_read(x, obj->base, (uint32_t)obj->size), obj->base, (uint32_t)obj->size);
}

static void name_parts(struct naming *n) {
    for (uint32_t i = 0; i < n->rec->blur.parts.len; i++) {
        const struct blur_part *p = &n->rec->blur.parts.data[i];
        if (p->n && !expr_is(p->base)) name_symbol(n, p->any, p->addr, p->n);
    }
}

/* ---- which guesses go into notes --------------------------------------------------------------------- */

/* Does condition i follow from the others in the list? */
static bool follows(struct invariant *e, const cond_list *list, uint32_t i) {
    struct symbolic *sy = e->x->sym;
    struct pathcond *pc = pathcond_new(sy->solver);
    for (uint32_t k = 0; k < list->len; k++)
        if (k != i) pc = pathcond_add(sy->solver, pc, list->data[k]);
    uint64_t effort = solver_set_effort(sy->solver, EFFORT);
    bool so = solver_truth(sy->solver, pc, list->data[i], NULL, NULL) == TRUTH_TRUE;
    solver_set_effort(sy->solver, effort);
    pathcond_release(pc);
    return so;
}

void conds_shorten(struct invariant *e, cond_list *list) {
    for (uint32_t i = list->len; i-- > 0;) {
        if (!follows(e, list, i)) continue;
        for (uint32_t k = i; k + 1 < list->len; k++) list->data[k] = list->data[k + 1];
        list->len--;
    }
}

static bool is_named(struct invariant *e, expr cond) {
    const struct symbol_set *set = expr_symbols(e->x->sym->pool, cond);
    for (uint32_t i = 0; i < set->len; i++)
        if (!places_find(&e->places, (symbol){set->ids[i]})) return false;
    return set->len > 0;
}

/* Equations first, and bounds last: what follows from others is left out from the end. */
static void list_named(struct naming *n, cond_list *list) {
    static const enum guess_kind order[] = {GUESS_EQUATION, GUESS_PLAIN, GUESS_BOUND};
    const struct guesses *g = &n->rec->guesses;
    for (size_t k = 0; k < sizeof order / sizeof *order; k++)
        for (uint32_t i = 0; i < g->list.len; i++) {
            if (g->list.data[i].kind != order[k]) continue;
            expr e = expr_replace(n->e->x->sym->pool, g->list.data[i].cond, place_of, n);
            if (!expr_is_const(n->e->x->sym->pool, e) && is_named(n->e, e) && !conds_have(list, e)) vec_push(list, e);
        }
}

/* Those that the state satisfies. */
static void keep_true(struct invariant *e, cond_list *list, struct state *st) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->len; i++) {
        expr there = fact_in_state(e->x, &e->places, st, list->data[i]);
        if (expr_is(there) && state_must(e->x, st, there)) list->data[n++] = list->data[i];
    }
    list->len = n;
    exec_switch(e->x, NULL);
}

static struct fact *fact_of(struct invariant *e, const struct head_record *rec, struct state *head) {
    struct naming n = {.e = e, .rec = rec};
    struct fact *f = fact_new();
    map_init(&n.words);
    exec_switch(e->x, head);
    name_parts(&n);
    radix_each(&head->space.objects, name_object, &n);
    radix_each(&head->space.stack, name_object, &n);
    exec_switch(e->x, NULL);
    list_named(&n, &f->conds);
    keep_true(e, &f->conds, head);
    conds_shorten(e, &f->conds);
    map_release(&n.words);
    return f;
}

/* ---- notes ------------------------------------------------------------------------------------------- */

static void add_note(struct invariant *e, const struct state *st, struct state *kept, struct fact *f) {
    vec_push(&e->notes, (struct head_note){st->top->pc, kept, f});
}

void note_cut(struct invariant *e, const struct head_record *rec, struct state *head) {
    if (!e->r->invariants || rec->call) return;
    struct state *kept = state_fork(e->x, head);
    bool many = e->notes.len >= MOST_NOTES;
    add_note(e, head, kept, many ? NULL : fact_of(e, rec, kept));
}

/* ---- for others -------------------------------------------------------------------------------------- */

/* A register whose value is a symbol is a name for it. */
static void name_registers(struct naming *n, const struct state *head) {
    struct expr_pool *pool = n->e->x->sym->pool;
    for (uint32_t i = 0; i < n->rec->blur.parts.len; i++) {
        const struct blur_part *p = &n->rec->blur.parts.data[i];
        if (p->n || p->addr || expr_is(p->base) || p->level >= head->depth || expr_op(pool, p->any) != EXPR_SYM)
            continue;
        expr place = places_register(n->e->x, &n->e->places, head->depth - 1 - p->level, p->slot);
        uint32_t width = expr_width(pool, p->any);
        if (width < 64) place = expr_extract(pool, place, 0, width);
        map_put(&n->words, expr_symbol(pool, p->any).id, place.id);
    }
}

static void list_conds(struct invariant *e, const struct head_record *rec, struct state *head, cond_list *conds) {
    struct naming n = {.e = e, .rec = rec};
    map_init(&n.words);
    exec_switch(e->x, head);
    name_registers(&n, head);
    name_parts(&n);
    exec_switch(e->x, NULL);
    list_named(&n, conds);
    map_release(&n.words);
}

void note_tell(struct invariant *e, const struct head_record *rec, struct state *head) {
    const struct function *f = head->top->fn;
    struct loopnote t = {.function = f->id};
    vec_u8 note = {0};
    if (!e->r->link || rec->call || e->sampling || e->told.len >= MOST_TOLD || head->top->pc->aux != POINT_HEAD) return;
    const struct ir_block *point = &f->blocks[cfg_block_at(f, (uint32_t)(head->top->pc - f->code))];
    assert(point->nsuccs == 1);
    t.header = point->succs[0];
    loopnote_frames(head, &t.frames);
    list_conds(e, rec, head, &t.conds);
    if (loopnote_write(e->x, &e->places, &t, &note) && map_put(&e->told, hash_bytes(note.data, note.len), 1)) {
        e->x->ctx->stats.invariant_told++;
        e->r->link->tell(e->r->link->owner, &note);
    }
    vec_release(&note);
    loopnote_release(&t);
}

void note_before(struct invariant *e, const struct head_record *rec, struct state *st) {
    if (rec->ready) note_cut(e, rec, st);
    else note_passed(e, st);
}

void note_passed(struct invariant *e, const struct state *st) {
    if (e->r->invariants && !e->sampling && st->top->pc->aux == POINT_HEAD) add_note(e, st, NULL, NULL);
}

void notes_cut_back(struct invariant *e, uint32_t n) {
    while (e->notes.len > n) {
        struct head_note note = vec_pop(&e->notes);
        if (note.st) state_free(e->x, note.st);
        fact_release(note.fact);
    }
}

void notes_tell(struct invariant *e) {
    for (uint32_t i = 0; i < e->notes.len; i++) {
        const struct head_note *note = &e->notes.data[i];
        invariants_note(e->r->invariants, e->x, &e->places, note->point, note->fact ? note->st : NULL, note->fact);
        exec_switch(e->x, NULL);
    }
}

void notes_mark(const struct invariant *e) {
    for (uint32_t i = 0; i < e->notes.len; i++) {
        if (e->notes.data[i].st) sym_mark_state(e->x, e->notes.data[i].st);
        if (e->notes.data[i].fact) fact_mark(e->x->sym->pool, e->notes.data[i].fact);
    }
}
