/* What is proved of a function's calls, for people. */
#include <assert.h>
#include <stdio.h>

#include "base/str.h"
#include "engine/invariant/call.h"
#include "engine/invariant/inside.h"
#include "engine/invariant/note.h"
#include "expr/arith.h"
#include "expr/print.h"

enum { MOST_TEXT = 400, MOST_NAME = 64 };

/* ---- keeping ----------------------------------------------------------------------------------------- */

static void keep_common(cond_list *told, const struct guesses *g, bool first) {
    uint32_t n = 0;
    for (uint32_t i = 0; first && i < g->list.len; i++) vec_push(told, g->list.data[i].cond);
    for (uint32_t i = 0; i < told->len; i++)
        for (uint32_t k = 0; k < g->list.len; k++)
            if (expr_same(g->list.data[k].cond, told->data[i])) {
                told->data[n++] = told->data[i];
                break;
            }
    told->len = n;
}

void call_note(struct invariant *e, struct head_record *rec) {
    struct call_record *call = rec->call;
    if (!e->r->invariants) return;
    keep_common(&call->told[0], &rec->guesses, !call->proved);
    keep_common(&call->told[1], &call->after, !call->proved);
    call->proved = true;
}

/* ---- names ------------------------------------------------------------------------------------------- */

struct call_names {
    struct invariant *e;
    const struct head_record *rec;
    const struct function *fn;
    bool unnamed; /* something has no name */
};

/* In a program as it was written, a parameter is stored into its variable. */
static const char *parameter_name(const struct function *f, uint32_t slot) {
    for (uint32_t pc = 0; pc < f->ncode; pc++) {
        const struct insn *store = &f->code[pc];
        bool is =
            store->op == IR_STORE8 || store->op == IR_STORE16 || store->op == IR_STORE32 || store->op == IR_STORE64;
        if (!is || store->c != slot) continue;
        for (uint32_t at = 0; at < f->ncode; at++)
            if (f->code[at].op == IR_ALLOCA && f->code[at].d == store->a) return f->allocas[f->code[at].a].name;
    }
    return NULL;
}

/* A global variable of just this word. */
static const char *word_name(const struct invariant *e, const struct blur_part *p) {
    const struct program *prog = e->x->p;
    for (uint32_t i = 1; i < prog->globals.len; i++) {
        const struct ir_global *g = prog->globals.data[i];
        if (g->address == p->addr && g->size == p->n) return g->name;
    }
    return NULL;
}

static bool is_changed(const struct blur *out, const struct blur_part *p) {
    for (uint32_t i = 0; i < out->parts.len; i++)
        if (out->parts.data[i].n && out->parts.data[i].addr == p->addr) return true;
    return false;
}

static bool entry_name(const struct call_names *n, const struct blur_part *p, char name[MOST_NAME]) {
    const char *text = p->n ? word_name(n->e, p) : parameter_name(n->fn, p->slot);
    if (!text || expr_is(p->base)) return false;
    bool old = p->n && is_changed(&n->rec->call->out, p);
    snprintf(name, MOST_NAME, old ? "\\old(%s)" : "%s", text);
    return true;
}

static bool exit_name(const struct call_names *n, const struct blur_part *p, char name[MOST_NAME]) {
    const char *text = p->n ? word_name(n->e, p) : n->fn->nret == 1 ? "result" : NULL;
    if (!text || expr_is(p->base)) return false;
    snprintf(name, MOST_NAME, "%s", text);
    return true;
}

static expr with_name(void *owner, symbol s) {
    struct call_names *n = owner;
    struct expr_pool *pool = n->e->x->sym->pool;
    const struct blur *const cuts[] = {&n->rec->blur, &n->rec->call->out};
    char name[MOST_NAME];
    for (int k = 0; k < 2; k++)
        for (uint32_t i = 0; i < cuts[k]->parts.len; i++) {
            const struct blur_part *p = &cuts[k]->parts.data[i];
            if (expr_symbol(pool, p->any).id != s.id) continue;
            if (k ? exit_name(n, p, name) : entry_name(n, p, name))
                return expr_sym(pool, expr_width(pool, p->any), name);
        }
    n->unnamed = true;
    return EXPR_NONE;
}

/* ---- telling ----------------------------------------------------------------------------------------- */

static char *spell_all(struct call_names *n, const cond_list *told) {
    struct expr_pool *pool = n->e->x->sym->pool;
    struct str text = {0};
    cond_list list = {0};
    vec_append(&list, told->data, told->len);
    conds_shorten(n->e, &list);
    for (uint32_t i = 0; i < list.len && text.len < MOST_TEXT; i++) {
        n->unnamed = false;
        expr e = expr_replace(pool, list.data[i], with_name, n);
        if (n->unnamed) continue;
        if (text.len) str_add(&text, " && ");
        expr_print_infix(pool, e, MOST_TEXT, &text);
    }
    char *copy = mem_strdup(str_text(&text));
    str_release(&text);
    vec_release(&list);
    return copy;
}

/* key: functions and places, the top first; behind its call the caller waits. */
static uint32_t call_position(const struct invariant *e, const struct head_record *rec) {
    assert(rec->key.len >= 4);
    const struct function *caller = e->x->p->functions.data[rec->key.data[2]];
    uint32_t pc = rec->key.data[3];
    return caller->code[pc ? pc - 1 : 0].pos;
}

void calls_tell(struct invariant *e) {
    for (uint32_t i = 0; i < e->records.len; i++) {
        const struct head_record *rec = e->records.data[i];
        if (!rec->call || !rec->call->proved) continue;
        struct call_names n = {.e = e, .rec = rec, .fn = e->x->p->functions.data[rec->key.data[0]]};
        char *before = spell_all(&n, &rec->call->told[0]), *after = spell_all(&n, &rec->call->told[1]);
        invariants_note_call(e->r->invariants, (struct call_summary){n.fn, call_position(e, rec), before, after});
    }
}
