#include "exec/sym/premise.h"

#include "base/bytes.h"
#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "exec/sym/sym.h"
#include "ir/operands.h"

enum { PLACES_SHOWN = 4, MOST_TEXT = 4096 /* of a premise that another process sends */ };

void premises_init(struct premises *all) {
    memset(all, 0, sizeof *all);
    strmap_init(&all->numbers);
    map_init(&all->seen);
}

void premises_release(struct premises *all) {
    for (uint32_t i = 0; i < all->list.len; i++) {
        mem_free(all->list.data[i].what);
        mem_free(all->list.data[i].narrows);
        vec_release(&all->list.data[i].places);
    }
    vec_release(&all->list);
    strmap_release(&all->numbers);
    map_release(&all->seen);
}

static uint32_t number_of(struct premises *all, const char *what) {
    assert(all->list.len == all->numbers.len);
    uint64_t *found = strmap_find(&all->numbers, what);
    if (found) return (uint32_t)*found - 1;
    vec_push(&all->list, (struct premise){.what = mem_strdup(what)});
    strmap_put(&all->numbers, what, all->list.len);
    return all->list.len - 1;
}

/* Below 0: a's line comes before b's; 0: it is the same. */
static int compare_lines(const struct program *p, uint32_t a, uint32_t b) {
    struct position x = p->positions.data[a], y = p->positions.data[b];
    if (x.file != y.file) return x.file < y.file ? -1 : 1;
    return x.line < y.line ? -1 : x.line > y.line;
}

/* In the order of the source: that in which engines come by differs. */
static void add_place(struct premise *one, const struct program *p, uint32_t pos) {
    uint32_t at = 0;
    while (at < one->places.len && compare_lines(p, one->places.data[at], pos) < 0) at++;
    if (at < one->places.len && compare_lines(p, one->places.data[at], pos) == 0) return;
    vec_push(&one->places, pos);
    for (uint32_t i = one->places.len - 1; i > at; i--) one->places.data[i] = one->places.data[i - 1];
    one->places.data[at] = pos;
}

void premise_add(struct premises *all, const struct program *p, const char *what, uint32_t pos) {
    premise_narrow(all, p, what, NULL, pos);
}

void premise_narrow(struct premises *all, const struct program *p, const char *what, const char *narrows,
                    uint32_t pos) {
    assert(*what && pos < p->positions.len);
    uint32_t n = number_of(all, what);
    struct premise *one = &all->list.data[n];
    if (narrows && !one->narrows) one->narrows = mem_strdup(narrows);
    uint64_t key = (uint64_t)n << 32 | pos;
    if (!pos || !p->positions.data[pos].file || map_find(&all->seen, key)) return;
    map_put(&all->seen, key, 1);
    add_place(&all->list.data[n], p, pos);
}

static bool is_said_before(const struct premises *all, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (all->list.data[i].narrows && !strcmp(all->list.data[i].narrows, all->list.data[n].narrows)) return true;
    return false;
}

void premises_scope(const struct premises *all, struct str *out) {
    for (uint32_t i = 0, said = 0; i < all->list.len; i++)
        if (all->list.data[i].narrows && !is_said_before(all, i))
            str_addf(out, "%s%s", said++ ? ", " : "", all->list.data[i].narrows);
}

void premise_text(const struct premise *one, const struct program *p, struct str *out) {
    uint32_t n = one->places.len, shown = n <= PLACES_SHOWN ? n : PLACES_SHOWN - 1;
    str_add(out, one->what);
    for (uint32_t i = 0; i < shown; i++) {
        struct position at = p->positions.data[one->places.data[i]];
        str_addf(out, "%s%s:%u", i ? ", " : " (", p->files.data[at.file], at.line);
    }
    if (shown < n) str_addf(out, " and %u more", n - shown);
    if (n) str_add(out, ")");
}

/* ---- while executing ------------------------------------------------------------------------------ */

/* What a harness takes for granted it says itself. */
static bool in_harness(const struct exec *x) {
    const struct frame *f = x->now ? x->now->top : NULL;
    while (f && f->fn->runtime) f = f->caller;
    return f && f->fn->harness;
}

void exec_premise(struct exec *x, const char *what) { exec_premise_narrow(x, what, NULL); }

void exec_premise_narrow(struct exec *x, const char *what, const char *narrows) {
    if (!x->sym || in_harness(x)) return;
    uint32_t pos = x->now && x->now->top ? exec_user_position(x) : 0;
    premise_narrow(&x->sym->premises, x->p, what, narrows, pos);
}

/* The call of the innermost frame of the user's code; NULL: that is over. */
static const struct ir_call *user_call(const struct exec *x) {
    const struct frame *f = x->now->top;
    bool top = true;
    while (f && f->fn->runtime) {
        f = f->caller;
        top = false;
    }
    if (!f) return NULL;
    const struct insn *in = top ? f->pc : f->pc - 1;
    return ir_is_call(in->op) ? ir_call_of(f->fn, in) : NULL;
}

void exec_premise_result(struct exec *x, const char *what) {
    const struct ir_call *call = x->sym && x->now->top ? user_call(x) : NULL;
    if (call && !call->ignored) exec_premise(x, what);
}

/* ---- as bytes --------------------------------------------------------------------------------------- */

void premises_write(vec_u8 *out, const struct premises *all) {
    put_u64(out, all->list.len);
    for (uint32_t i = 0; i < all->list.len; i++) {
        const struct premise *one = &all->list.data[i];
        put_text(out, one->what);
        put_text(out, one->narrows ? one->narrows : "");
        put_u64(out, one->places.len);
        for (uint32_t k = 0; k < one->places.len; k++) put_u64(out, one->places.data[k]);
    }
}

static bool get_premise(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program) {
    char *what = get_text(p, end, MOST_TEXT), *narrows = what ? get_text(p, end, MOST_TEXT) : NULL;
    uint64_t n, pos;
    bool ok = narrows && *what && get_u64(p, end, &n);
    if (ok) premise_narrow(all, program, what, *narrows ? narrows : NULL, 0);
    for (uint64_t i = 0; ok && i < n; i++) {
        ok = get_u64(p, end, &pos) && pos < program->positions.len;
        if (ok) premise_add(all, program, what, (uint32_t)pos);
    }
    mem_free(what);
    mem_free(narrows);
    return ok;
}

bool premises_read(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program) {
    uint64_t n;
    if (!get_u64(p, end, &n)) return false;
    while (n--)
        if (!get_premise(p, end, all, program)) return false;
    return true;
}
