/* Loops and recursive functions cut by what the certificate claims of them. */
#include <stdlib.h>
#include <string.h>

#include "certify/cut.h"
#include "certify/walk.h"
#include "ir/cfg.h"
#include "ir/operands.h"

/* Bytes that any value was put into. */
struct hole {
    uint64_t base, off, size;
};
typedef VEC(struct hole) hole_list;

/* A head that stands for all states that come there: of a loop, or of a function that is called. */
struct loop_cut {
    const struct claim *claim;
    uint32_t depth; /* of the frame */
    uint32_t block;
    const struct function *fn;
    struct walk_state *head;
    hole_list holes;
};

void walk_free_cuts(struct walk *w) {
    for (uint32_t i = 0; i < w->cuts.len; i++) {
        walk_state_free(w->cuts.data[i]->head);
        vec_release(&w->cuts.data[i]->holes);
        mem_free(w->cuts.data[i]);
    }
    vec_release(&w->cuts);
}

/* ---- refutations ------------------------------------------------------------------------------------- */

/* What the claim says is not so; or, if bad may be possible, another solver decides whether it is. */
static void refute(struct walk *w, const struct walk_state *st, const struct claim *c, struct refuted r,
                   const char *what, const char *is, term bad) {
    struct str text = {0};
    r.claim = (uint32_t)(c - w->cert->claims.data);
    if (c->loop) str_addf(&text, "the claim of loop %s of %s: %s %s", c->loop, c->function, what, is);
    else if (c->point) str_addf(&text, "the claim of line %u of %s: %s %s", c->line, c->function, what, is);
    else str_addf(&text, "the claim of the calls of %s: %s %s", c->function, what, is);
    if (bad.id) walk_put_off(w, st, bad, str_text(&text));
    else {
        vec_push(&w->report->refuted, r);
        walk_invalid(w, st, "%s", str_text(&text));
    }
    str_release(&text);
}

/* Has the fact been refuted already? */
static bool is_refuted(const struct walk *w, const struct claim *c, struct refuted r) {
    for (uint32_t i = 0; i < w->report->refuted.len; i++) {
        const struct refuted *o = &w->report->refuted.data[i];
        if (!o->place && o->claim == (uint32_t)(c - w->cert->claims.data) && o->fact == r.fact && o->given == r.given)
            return true;
    }
    return false;
}

/* Does the condition hold in st (fails: what it is said to be if not), or (NULL) is it assumed? */
static void meet_fact(struct walk *w, struct walk_state *st, const struct claim *c, const struct cscope *s,
                      const char *text, struct refuted r, const char *fails) {
    struct str error = {0};
    term cond;
    if (!cscope_condition(s, text, &cond, &error)) {
        /* A search for claims does without it. */
        if (w->opt->gather) refute(w, st, c, r, text, "does not hold here, as far as it can be read", (term){0});
        else walk_incomplete(w, st, "the condition '%s': %s", text, str_text(&error));
    } else if (!fails) walk_assume(w, st, is_refuted(w, c, r) ? term_bool(&w->t, true) : cond);
    else if (walk_puts_off(w)) refute(w, st, c, r, text, fails, term_not(&w->t, cond));
    else if (w->opt->gather ? smt_ask(w->smt, &st->pc, term_not(&w->t, cond), (term){0}, NULL) != SMT_UNSAT
                            : !walk_must(w, st, cond) && !w->over)
        refute(w, st, c, r, text, fails, (term){0});
    str_release(&error);
}

/* Do all of them hold at once? Saves questions where they do; what calls give is often nonlinear, and harder at once.
 */
static bool all_hold(struct walk *w, struct walk_state *st, const struct cscope *s, const text_list *list) {
    struct str error = {0};
    term all = term_bool(&w->t, true), cond;
    bool read = true;
    for (uint32_t i = 0; i < list->len && read; i++) {
        read = cscope_condition(s, list->data[i], &cond, &error);
        if (read) all = term_binary(&w->t, TERM_AND, all, cond);
    }
    str_release(&error);
    if (read && term_is_const(&w->t, all)) return term_value(&w->t, all);
    return read && smt_ask(w->smt, &st->pc, term_not(&w->t, all), (term){0}, NULL) == SMT_UNSAT;
}

/* The conditions of a claim, or what calls give: obligations, or (fails is NULL) assumed. */
static void meet(struct walk *w, struct walk_state *st, const struct claim *c, const struct cscope *s, bool gives,
                 const char *fails) {
    const text_list *list = gives ? &c->gives : &c->holds;
    if (fails) w->report->obligations += list->len;
    if (fails && c->loop && !walk_puts_off(w) && all_hold(w, st, s, list)) return;
    for (uint32_t i = 0; i < list->len && !w->over; i++)
        meet_fact(w, st, c, s, list->data[i], (struct refuted){.fact = i, .given = gives}, fails);
}

/* At the head of a loop, or the entry of a function. */
static void meet_head(struct walk *w, struct walk_state *st, const struct loop_cut *c, const char *fails) {
    struct cscope s = {.w = w, .st = st, .depth = st->frames.len - 1, .known = c->head};
    meet(w, st, c->claim, &s, false, fails);
}

/* Where the function returns; before: at its entry. */
static void meet_return(struct walk *w, struct walk_state *st, const struct loop_cut *c, term result,
                        struct walk_state *before, const char *fails) {
    struct cscope s = {.w = w, .st = st, .depth = UINT32_MAX, .result = result, .old = before, .known = c->head};
    meet(w, st, c->claim, &s, true, fails);
}

void walk_meet_point(struct walk *w, struct walk_state *st) {
    const struct walk_frame *f = walk_top(st);
    struct cscope s = {.w = w, .st = st, .depth = st->frames.len - 1};
    for (uint32_t i = 0; i < w->cert->claims.len && !w->over; i++) {
        const struct claim *c = &w->cert->claims.data[i];
        bool here =
            c->point && strcmp(c->function, f->fn->name) == 0 && loops_pc_at(w->p, f->fn, c->line, c->column) == f->pc;
        if (here) meet(w, st, c, &s, false, "does not hold there");
        if (here && !w->over) meet(w, st, c, &s, false, NULL);
    }
}

/* ---- places ------------------------------------------------------------------------------------------ */

/* NAME+OFFSET:SIZE; size 0: all of it. */
static size_t split_place(const char *text, uint64_t *off, uint64_t *size) {
    const char *plus = strrchr(text, '+');
    char *end;
    *off = *size = 0;
    if (!plus) return strlen(text);
    *off = strtoull(plus + 1, &end, 10);
    if (*end == ':') *size = strtoull(end + 1, NULL, 10);
    return (size_t)(plus - text);
}

static void forget_range(struct walk *w, struct walk_state *st, uint32_t i, uint64_t off, uint64_t size,
                         hole_list *holes) {
    const struct held_object *o = st->objects.data[i];
    bool all = size == 0 || (off == 0 && size == o->size);
    if (!o->live || o->readonly || (!all && (size > 8 || off > o->size || size > o->size - off))) return;
    struct held_object *own = held_own(st, i);
    if (all) held_forget(&w->t, own);
    else held_write(&w->t, own, off, (uint32_t)size, term_sym(&w->t, 8 * (uint32_t)size));
    vec_push(holes, (struct hole){own->base, all ? 0 : off, all ? own->size : size});
}

/* What the claim says that changes has any value. */
static void forget_places(struct walk *w, struct walk_state *st, const struct claim *c, hole_list *holes) {
    const struct function *fn = walk_top(st)->fn;
    for (uint32_t k = 0; k < c->changes.len; k++) {
        uint64_t off, size;
        size_t len = split_place(c->changes.data[k], &off, &size);
        for (uint32_t i = 0; i < st->objects.len; i++)
            if (place_means(w, c->changes.data[k], len, st->objects.data[i], fn))
                forget_range(w, st, i, off, size, holes);
    }
}

/* ---- registers --------------------------------------------------------------------------------------- */

/* A register keeps its value over a head only if nothing but an alloca writes it. */
static void forget_registers(struct walk_state *st) {
    struct walk_frame *f = walk_top(st);
    for (uint32_t pc = 0; pc < f->fn->ncode; pc++) {
        if (f->fn->code[pc].op == IR_ALLOCA) continue;
        struct slot_range r = ir_written(f->fn, &f->fn->code[pc]);
        for (uint32_t i = 0; i < r.count; i++) f->regs.data[r.first + i] = (term){0};
    }
}

static bool same_term(struct walk *w, const struct walk_state *st, term a, term b) {
    return a.id == b.id || walk_must(w, st, term_binary(&w->t, TERM_EQ, a, b));
}

/* Registers that the head knows must be the same in st, in frames up to the head's. */
static bool same_registers(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    for (uint32_t d = 0; d <= c->depth; d++) {
        const struct walk_frame *h = &c->head->frames.data[d], *s = &st->frames.data[d];
        const term *then = h->regs.data, *now = s->regs.data;
        if (h->fn != s->fn || (d < c->depth && h->pc != s->pc)) return false;
        for (uint32_t i = 0; i < h->regs.len; i++)
            if (then[i].id && (!now[i].id || !same_term(w, st, then[i], now[i]))) return false;
    }
    return true;
}

/* ---- memory ------------------------------------------------------------------------------------------ */

static bool is_hole(const struct loop_cut *c, uint64_t base, uint64_t off, uint64_t size) {
    for (uint32_t i = 0; i < c->holes.len; i++) {
        const struct hole *h = &c->holes.data[i];
        if (h->base == base && h->off <= off && off + size <= h->off + h->size) return true;
    }
    return false;
}

static void refute_place(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *o,
                         uint64_t off, uint64_t size) {
    struct str name = {0};
    place_name(w, o, &name);
    if (off || size != o->size) str_addf(&name, "+%llu:%llu", (unsigned long long)off, (unsigned long long)size);
    refute(w, st, c->claim, (struct refuted){.place = arena_strdup(&w->cert->arena, str_text(&name))}, str_text(&name),
           "changes, and is not listed", (term){0});
    str_release(&name);
}

static void compare_words(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *h,
                          const struct held_object *s, const struct held_object *words) {
    for (uint32_t i = 0; i < words->words.len && !w->over; i++) {
        const struct held_word *word = &words->words.data[i];
        if (is_hole(c, h->base, word->off, word->size)) continue;
        if (!same_term(w, st, held_read(&w->t, h, word->off, word->size), held_read(&w->t, s, word->off, word->size)))
            refute_place(w, st, c, h, word->off, word->size);
    }
}

static void compare_object(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *h,
                           const struct held_object *s) {
    if (h == s || !h->live) return; /* what is dead there may not be looked at by what follows */
    if (!s->live || h->size != s->size) {
        walk_incomplete(w, st, "an object that lives at the head of a loop only sometimes");
        return;
    }
    if (is_hole(c, h->base, 0, h->size)) return;
    if (h->array.id == s->array.id && h->bytes == s->bytes) {
        compare_words(w, st, c, h, s, s);
        compare_words(w, st, c, h, s, h);
        return;
    }
    term a = held_array(&w->t, h), b = held_array(&w->t, s);
    if (!a.id || !b.id || !same_term(w, st, a, b)) refute_place(w, st, c, h, 0, h->size);
}

/* What lies at the head must be as it was, but for the holes. Objects that are new since then can only be reached by
 * pointers in holes, of which nothing is known. */
static void compare_memory(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    uint32_t k = 0;
    for (uint32_t i = 0; i < c->head->objects.len && !w->over; i++) {
        const struct held_object *h = c->head->objects.data[i];
        if (h->kind == HELD_LOCAL && h->depth > c->depth) continue;
        while (k < st->objects.len && st->objects.data[k]->base < h->base) k++;
        bool found = k < st->objects.len && st->objects.data[k]->base == h->base;
        if (found) compare_object(w, st, c, h, st->objects.data[k]);
        else if (h->live) walk_incomplete(w, st, "a dead object of a loop's head");
    }
    for (uint32_t i = 0; walk_wants(w, PROVE_LEAK) && i < st->objects.len; i++) {
        const struct held_object *o = st->objects.data[i];
        if (o->kind == HELD_HEAP && o->live && held_find(c->head, o->base) == UINT32_MAX)
            walk_incomplete(w, st, "a block that a round allocates and keeps");
    }
}

/* ---- loops ------------------------------------------------------------------------------------------- */

static struct loop_cut *new_cut(struct walk *w, struct walk_state *st, const struct claim *claim) {
    struct loop_cut *c = MEM_NEW(struct loop_cut);
    *c = (struct loop_cut){.claim = claim, .depth = st->frames.len - 1, .fn = walk_top(st)->fn};
    c->block = cfg_block_at(c->fn, walk_top(st)->pc);
    vec_push(&w->cuts, c);
    return c;
}

static enum walk_step open_loop(struct walk *w, struct walk_state *st, const struct claim *claim) {
    struct loop_cut *c = new_cut(w, st, claim);
    meet_head(w, st, c, "does not hold where the loop is entered");
    if (w->over) return WALK_ENDED;
    forget_registers(st);
    forget_places(w, st, claim, &c->holes);
    meet_head(w, st, c, NULL);
    c->head = walk_state_copy(st);
    vec_push(&st->cuts, c);
    return w->over ? WALK_ENDED : WALK_ON;
}

static uint32_t count_locals(const struct walk_state *st) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < st->objects.len; i++)
        n += st->objects.data[i]->kind == HELD_LOCAL && st->objects.data[i]->live;
    return n;
}

static enum walk_step close_loop(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    bool grows = walk_wants(w, PROVE_MEMORY) && count_locals(st) > count_locals(c->head);
    if (!same_registers(w, st, c)) walk_incomplete(w, st, "a value in a register that a round changes");
    if (grows) walk_incomplete(w, st, "a loop whose rounds take room on the stack");
    if (!w->over) compare_memory(w, st, c);
    if (!w->over) meet_head(w, st, c, "does not hold after a round");
    w->report->paths++;
    return WALK_ENDED;
}

/* The loop whose head st is at; 0: none. */
static uint32_t loop_at(const struct walk *w, const struct walk_state *st) {
    const struct walk_frame *f = &vec_last(&st->frames);
    const struct loops *loops = w->flows[f->fn->id].loops;
    uint32_t block = cfg_block_at(f->fn, f->pc), l = loops->innermost[block];
    return l && loops->loops[l].header == block ? l : 0;
}

bool walk_comes_round(const struct walk *w, const struct walk_state *st) {
    const struct walk_frame *f = &vec_last(&st->frames);
    uint32_t l = loop_at(w, st);
    return l && f->from != UINT32_MAX && loops_contains(w->flows[f->fn->id].loops, l, f->from);
}

/* Drops cuts of loops of this frame that st has left, or enters anew. Returns the cut that it comes round to, or NULL.
 */
static const struct loop_cut *leave_loops(struct walk *w, struct walk_state *st) {
    const struct walk_frame *f = walk_top(st);
    const struct loops *loops = w->flows[f->fn->id].loops;
    uint32_t block = cfg_block_at(f->fn, f->pc);
    bool round = walk_comes_round(w, st);
    for (uint32_t i = st->cuts.len; i-- > 0;) {
        const struct loop_cut *c = st->cuts.data[i];
        if (!c->claim->loop || c->depth != st->frames.len - 1) continue;
        if (c->block == block && round) return c;
        if (c->block == block || !loops_contains(loops, loops->innermost[c->block], block)) vec_remove(&st->cuts, i);
    }
    return NULL;
}

enum walk_step walk_arrive(struct walk *w, struct walk_state *st) {
    const struct loop_cut *c = leave_loops(w, st);
    const struct claim *claim = w->flows[walk_top(st)->fn->id].claim[loop_at(w, st)];
    st->arriving = false;
    if (!claim) return WALK_ON;
    return c ? close_loop(w, st, c) : open_loop(w, st, claim);
}

/* ---- recursion --------------------------------------------------------------------------------------- */

static struct loop_cut *open_call_of(const struct walk_state *st, const struct function *fn) {
    for (uint32_t i = st->cuts.len; i-- > 0;)
        if (!st->cuts.data[i]->claim->loop && st->cuts.data[i]->fn == fn) return st->cuts.data[i];
    return NULL;
}

/* The function as any call finds it that satisfies what is needed: a state of its own, walked to the return. */
static struct loop_cut *open_call(struct walk *w, const struct walk_state *st, const struct claim *claim) {
    struct walk_state *any = walk_state_copy(st);
    struct loop_cut *c = new_cut(w, any, claim);
    const struct function *fn = c->fn;
    for (uint32_t i = 0; i < fn->nparam_slots; i++) {
        bool word =
            i < fn->nparams && fn->nparam_slots == fn->nparams && fn->params[i].size && fn->params[i].size <= 64;
        walk_set(w, any, fn->param_base + i, term_zext(&w->t, term_sym(&w->t, word ? fn->params[i].size : 64), 64));
    }
    forget_places(w, any, claim, &c->holes);
    meet_head(w, any, c, NULL);
    c->head = walk_state_copy(any);
    vec_push(&any->cuts, c);
    vec_push(&w->open, any);
    return c;
}

/* The call is taken for what is claimed of it: st is behind it. */
static enum walk_step pass_call(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    struct walk_state *before = walk_state_copy(st);
    hole_list holes = {0};
    forget_places(w, st, c->claim, &holes);
    vec_release(&holes);
    walk_pop_frame(st);
    const struct insn *in = walk_insn(st);
    const struct ir_call *call = ir_call_of(walk_top(st)->fn, in);
    if (c->fn->nret > 1 || call->ret_width > 64) walk_incomplete(w, st, "a recursive function with a large result");
    term result = {0};
    if (!w->over && c->fn->nret == 1)
        result = term_zext(&w->t, term_sym(&w->t, call->ret_width ? call->ret_width : 64), 64);
    if (!w->over) meet_return(w, st, c, result, before, NULL);
    if (!w->over && call->nret) walk_set(w, st, in->d, result);
    walk_state_free(before);
    walk_top(st)->pc++;
    return w->over ? WALK_ENDED : WALK_ON;
}

enum walk_step walk_enter(struct walk *w, struct walk_state *st) {
    const struct function *fn = walk_top(st)->fn;
    const struct claim *claim = walk_claim(w, fn, NULL);
    if (!claim) return WALK_ON;
    if (walk_wants(w, PROVE_MEMORY))
        return walk_incomplete(w, st, "how deep a recursion goes, where memory errors are asked for"), WALK_ENDED;
    const struct loop_cut *inner = open_call_of(st, fn), *c = inner ? inner : open_call(w, st, claim);
    meet_head(w, st, c, "does not hold where it is called");
    if (inner && !w->over) compare_memory(w, st, c);
    return w->over ? WALK_ENDED : pass_call(w, st, c);
}

enum walk_step walk_leave(struct walk *w, struct walk_state *st, term result) {
    for (uint32_t i = st->cuts.len; i-- > 0;) {
        const struct loop_cut *c = st->cuts.data[i];
        if (c->depth != st->frames.len - 1) continue;
        if (!c->claim->loop) {
            compare_memory(w, st, c);
            if (!w->over) meet_return(w, st, c, result, c->head, "does not hold where it returns");
            w->report->paths++;
            return WALK_ENDED;
        }
        vec_remove(&st->cuts, i);
    }
    return WALK_ON;
}
