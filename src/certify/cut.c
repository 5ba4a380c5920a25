/* Loops and recursive functions cut by what the certificate claims of them. */
#include <stdlib.h>
#include <string.h>

#include "certify/walk.h"
#include "ir/cfg.h"
#include "ir/operands.h"

/* Bytes that any value was put into. */
struct hole {
    uint64_t base, off, size;
};

/* A head that stands for all states that come there. */
struct loop_cut {
    bool of_call;
    uint32_t claim; /* into certificate.loops or .calls */
    uint32_t depth; /* of the frame */
    uint32_t block;
    const struct function *fn;
    struct walk_state *head;
    VEC(struct hole) holes;
};

static void cut_free(struct loop_cut *c) {
    walk_state_free(c->head);
    vec_release(&c->holes);
    mem_free(c);
}

void walk_free_cuts(struct walk *w) {
    for (uint32_t i = 0; i < w->cuts.len; i++) cut_free(w->cuts.data[i]);
    vec_release(&w->cuts);
}

static const text_list *changes_of(const struct walk *w, const struct loop_cut *c) {
    return c->of_call ? &w->cert->calls.data[c->claim].changes : &w->cert->loops.data[c->claim].changes;
}

/* ---- refutations ---------------------------------------------------------------------------------------------------------- */

static bool is_known(const struct walk *w, const struct refuted *r) {
    for (uint32_t i = 0; i < w->report->refuted.len; i++) {
        const struct refuted *o = &w->report->refuted.data[i];
        bool same = o->claim == r->claim && o->of_call == r->of_call && o->fact == r->fact && o->given == r->given && !o->place == !r->place;
        if (same && (!r->place || strcmp(o->place, r->place) == 0)) return true;
    }
    return false;
}

static void describe(const struct walk *w, const struct loop_cut *c, const struct refuted *r, struct str *out) {
    if (c->of_call) str_addf(out, "of the calls of %s", w->cert->calls.data[c->claim].function);
    else str_addf(out, "of loop %s of %s", w->cert->loops.data[c->claim].loop, w->cert->loops.data[c->claim].function);
    if (r->place) str_addf(out, ": %s changes, and is not listed", r->place);
}

/* What the claim says is not so. */
static void refute(struct walk *w, const struct walk_state *st, const struct loop_cut *c, struct refuted r, const char *fact, const char *when) {
    struct str text = {0};
    r.claim = c->claim, r.of_call = c->of_call;
    if (!is_known(w, &r)) vec_push(&w->report->refuted, r);
    describe(w, c, &r, &text);
    if (fact) str_addf(&text, ": %s does not hold %s", fact, when);
    walk_invalid(w, st, "the claim %s", str_text(&text));
    str_release(&text);
}

static void put_off_fact(struct walk *w, const struct walk_state *st, const struct loop_cut *c, const struct refuted *r, const char *fact, term cond, const char *when) {
    struct str text = {0};
    str_add(&text, "the claim ");
    describe(w, c, r, &text);
    str_addf(&text, ": %s does not hold %s", fact, when);
    if (!term_is(&w->t, cond, 1)) walk_put_off(w, st, term_not(&w->t, cond), str_text(&text));
    str_release(&text);
}

/* Is the condition one that holds in st (assume: from now on)? */
static void meet_fact(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct cscope *s, const char *text, struct refuted r,
                      bool assume, const char *when) {
    struct str error = {0};
    term cond;
    w->report->obligations += !assume;
    if (!cscope_condition(s, text, &cond, &error)) {
        bool dropped = w->opt->gather; /* who looks for claims does without it */
        if (dropped) refute(w, st, c, r, text, "here, as far as it can be read");
        else walk_incomplete(w, st, "the condition '%s': %s", text, str_text(&error));
    } else if (assume) walk_assume(w, st, cond);
    else if (walk_puts_off(w)) put_off_fact(w, st, c, &r, text, cond, when);
    else if (!walk_must(w, st, cond) && !w->over) refute(w, st, c, r, text, when);
    str_release(&error);
}

/* Do all of them hold at once? Saves questions where they do. */
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

static void meet_loop(struct walk *w, struct walk_state *st, const struct loop_cut *c, bool assume, const char *when) {
    const struct loop_claim *claim = &w->cert->loops.data[c->claim];
    struct cscope s = {.w = w, .st = st, .depth = st->frames.len - 1, .newest = c->head ? c->head->next_address : 0};
    if (!assume && !walk_puts_off(w) && all_hold(w, st, &s, &claim->holds)) {
        w->report->obligations += claim->holds.len;
        return;
    }
    for (uint32_t i = 0; i < claim->holds.len && !w->over; i++)
        meet_fact(w, st, c, &s, claim->holds.data[i], (struct refuted){.fact = i}, assume, when);
}

/* ---- places ------------------------------------------------------------------------------------------------------------------ */

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

static void forget_range(struct walk *w, struct walk_state *st, struct loop_cut *c, uint32_t i, uint64_t off, uint64_t size) {
    const struct held_object *o = st->objects.data[i];
    bool all = size == 0 || (off == 0 && size == o->size);
    if (!o->live || o->readonly || (!all && (size > 8 || off > o->size || size > o->size - off))) return;
    struct held_object *own = held_own(st, i);
    if (all) held_forget(&w->t, own);
    else held_write(&w->t, own, off, (uint32_t)size, term_sym(&w->t, 8 * (uint32_t)size));
    vec_push(&c->holes, (struct hole){own->base, all ? 0 : off, all ? own->size : size});
}

static void forget_places(struct walk *w, struct walk_state *st, struct loop_cut *c) {
    const text_list *list = changes_of(w, c);
    const struct function *fn = walk_top(st)->fn;
    for (uint32_t k = 0; k < list->len; k++) {
        uint64_t off, size;
        size_t len = split_place(list->data[k], &off, &size);
        for (uint32_t i = 0; i < st->objects.len; i++)
            if (place_means(w, list->data[k], len, st->objects.data[i], fn)) forget_range(w, st, c, i, off, size);
    }
}

/* ---- registers ------------------------------------------------------------------------------------------------------------------ */

/* A register keeps its value over a head only if nothing but an alloca writes it. */
static void forget_registers(struct walk_state *st) {
    struct walk_frame *f = walk_top(st);
    for (uint32_t pc = 0; pc < f->fn->ncode; pc++) {
        if (f->fn->code[pc].op == IR_ALLOCA) continue;
        struct slot_range r = ir_written(f->fn, &f->fn->code[pc]);
        for (uint32_t i = 0; i < r.count; i++) f->regs[r.first + i] = (term){0};
    }
}

static bool same_term(struct walk *w, const struct walk_state *st, term a, term b) {
    return a.id == b.id || walk_must(w, st, term_binary(&w->t, TERM_EQ, a, b));
}

/* Registers that the head knows must be the same in st, in frames up to the head's. */
static bool same_registers(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    for (uint32_t d = 0; d <= c->depth; d++) {
        const struct walk_frame *h = &c->head->frames.data[d], *s = &st->frames.data[d];
        if (h->fn != s->fn || (d < c->depth && h->pc != s->pc)) return false;
        for (uint32_t i = 0; i < h->nregs; i++)
            if (h->regs[i].id && (!s->regs[i].id || !same_term(w, st, h->regs[i], s->regs[i]))) return false;
    }
    return true;
}

/* ---- memory --------------------------------------------------------------------------------------------------------------------- */

static bool is_hole(const struct loop_cut *c, uint64_t base, uint64_t off, uint64_t size) {
    for (uint32_t i = 0; i < c->holes.len; i++) {
        const struct hole *h = &c->holes.data[i];
        if (h->base == base && h->off <= off && off + size <= h->off + h->size) return true;
    }
    return false;
}

static void refute_place(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *o, uint64_t off, uint64_t size) {
    struct str name = {0};
    place_name(w, o, &name);
    if (off || size != o->size) str_addf(&name, "+%llu:%llu", (unsigned long long)off, (unsigned long long)size);
    refute(w, st, c, (struct refuted){.place = arena_strdup(&w->cert->arena, str_text(&name))}, NULL, NULL);
    str_release(&name);
}

static void compare_words(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *h, const struct held_object *s,
                          const struct held_object *words) {
    for (uint32_t i = 0; i < words->words.len && !w->over; i++) {
        const struct held_word *word = &words->words.data[i];
        if (is_hole(c, h->base, word->off, word->size)) continue;
        if (!same_term(w, st, held_read(&w->t, h, word->off, word->size), held_read(&w->t, s, word->off, word->size)))
            refute_place(w, st, c, h, word->off, word->size);
    }
}

static void compare_object(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct held_object *h, const struct held_object *s) {
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
        else if (h->live) walk_incomplete(w, st, "an object of a loop's head that is gone");
    }
}

/* ---- loops ------------------------------------------------------------------------------------------------------------------------ */

static void drop_cut(struct walk_state *st, uint32_t i) {
    for (; i + 1 < st->cuts.len; i++) st->cuts.data[i] = st->cuts.data[i + 1];
    st->cuts.len--;
}

static struct loop_cut *new_cut(struct walk *w, struct walk_state *st, bool of_call, uint32_t claim) {
    struct loop_cut *c = MEM_NEW(struct loop_cut);
    *c = (struct loop_cut){.of_call = of_call, .claim = claim, .depth = st->frames.len - 1, .fn = walk_top(st)->fn};
    c->block = cfg_block_at(c->fn, walk_top(st)->pc);
    vec_push(&w->cuts, c);
    return c;
}

static enum walk_step open_loop(struct walk *w, struct walk_state *st, uint32_t claim) {
    struct loop_cut *c = new_cut(w, st, false, claim);
    meet_loop(w, st, c, false, "where the loop is entered");
    if (w->over) return WALK_ENDED;
    forget_registers(st);
    forget_places(w, st, c);
    meet_loop(w, st, c, true, NULL);
    c->head = walk_state_copy(st);
    vec_push(&st->cuts, c);
    return w->over ? WALK_ENDED : WALK_ON;
}

/* A round that leaves more on the stack than it found. */
static bool is_growing(const struct walk_state *st, const struct loop_cut *c) {
    uint32_t now = 0, then = 0;
    for (uint32_t i = 0; i < st->objects.len; i++) now += st->objects.data[i]->kind == HELD_LOCAL && st->objects.data[i]->live;
    for (uint32_t i = 0; i < c->head->objects.len; i++) then += c->head->objects.data[i]->kind == HELD_LOCAL && c->head->objects.data[i]->live;
    return now > then;
}

static enum walk_step close_loop(struct walk *w, struct walk_state *st, const struct loop_cut *c) {
    if (!same_registers(w, st, c)) walk_incomplete(w, st, "a value in a register that a round changes");
    if (walk_wants(w, PROVE_MEMORY) && is_growing(st, c)) walk_incomplete(w, st, "a loop whose rounds take room on the stack");
    if (!w->over) compare_memory(w, st, c);
    if (!w->over) meet_loop(w, st, c, false, "after a round");
    w->report->paths++;
    return WALK_ENDED;
}

/* Cuts of loops of this frame that st has left. */
static void leave_loops(struct walk *w, struct walk_state *st, uint32_t block) {
    const struct walk_frame *f = walk_top(st);
    const struct loops *loops = w->flows[f->fn->id].loops;
    for (uint32_t i = st->cuts.len; i-- > 0;) {
        const struct loop_cut *c = st->cuts.data[i];
        if (c->of_call || c->depth != st->frames.len - 1) continue;
        uint32_t l = loops->innermost[c->block];
        if (!loops_contains(loops, l, block)) drop_cut(st, i);
    }
}

enum walk_step walk_arrive(struct walk *w, struct walk_state *st) {
    struct walk_frame *f = walk_top(st);
    const struct walk_flow *flow = &w->flows[f->fn->id];
    uint32_t block = cfg_block_at(f->fn, f->pc), l = flow->loops->innermost[block];
    st->arriving = false;
    leave_loops(w, st, block);
    if (!l || flow->loops->loops[l].header != block || !flow->claim[l]) return WALK_ON;
    bool back = f->from != UINT32_MAX && loops_contains(flow->loops, l, f->from);
    for (uint32_t i = st->cuts.len; i-- > 0;) {
        const struct loop_cut *c = st->cuts.data[i];
        if (c->of_call || c->depth != st->frames.len - 1 || c->block != block) continue;
        if (back) return close_loop(w, st, c);
        drop_cut(st, i);
    }
    return open_loop(w, st, flow->claim[l] - 1);
}

/* ---- recursion ---------------------------------------------------------------------------------------------------------------------- */

const struct call_claim *walk_claim_of(const struct walk *w, const struct function *fn, uint32_t *index) {
    for (uint32_t i = 0; i < w->cert->calls.len; i++)
        if (strcmp(w->cert->calls.data[i].function, fn->name) == 0) return *index = i, &w->cert->calls.data[i];
    return NULL;
}

static void meet_call(struct walk *w, struct walk_state *st, const struct loop_cut *c, const struct cscope *s, bool gives, bool assume, const char *when) {
    const struct call_claim *claim = &w->cert->calls.data[c->claim];
    const text_list *list = gives ? &claim->gives : &claim->needs;
    for (uint32_t i = 0; i < list->len && !w->over; i++)
        meet_fact(w, st, c, s, list->data[i], (struct refuted){.fact = i, .given = gives}, assume, when);
}

static struct loop_cut *open_call_of(const struct walk_state *st, const struct function *fn) {
    for (uint32_t i = st->cuts.len; i-- > 0;)
        if (st->cuts.data[i]->of_call && st->cuts.data[i]->fn == fn) return st->cuts.data[i];
    return NULL;
}

/* The function as any call finds it that satisfies what is needed: a state of its own, walked to the return. */
static struct loop_cut *open_call(struct walk *w, const struct walk_state *st, uint32_t claim) {
    struct walk_state *any = walk_state_copy(st);
    struct loop_cut *c = new_cut(w, any, true, claim);
    struct walk_frame *f = walk_top(any);
    for (uint32_t i = 0; i < f->fn->nparam_slots; i++) {
        bool word = i < f->fn->nparams && f->fn->nparam_slots == f->fn->nparams && f->fn->params[i].size && f->fn->params[i].size <= 64;
        f->regs[f->fn->param_base + i] = word ? term_zext(&w->t, term_sym(&w->t, f->fn->params[i].size), 64) : term_sym(&w->t, 64);
    }
    forget_places(w, any, c);
    struct cscope s = {.w = w, .st = any, .depth = any->frames.len - 1};
    meet_call(w, any, c, &s, false, true, NULL);
    c->head = walk_state_copy(any);
    vec_push(&any->cuts, c);
    vec_push(&w->open, any);
    return c;
}

/* The call is taken for what is claimed of it: st is behind it. before: at its entry. */
static enum walk_step pass_call(struct walk *w, struct walk_state *st, struct loop_cut *c) {
    struct walk_state *before = walk_state_copy(st);
    struct loop_cut scratch = {.of_call = true, .claim = c->claim, .fn = c->fn};
    const struct function *fn = walk_top(st)->fn;
    forget_places(w, st, &scratch);
    vec_release(&scratch.holes);
    term result = fn->nret == 1 ? term_sym(&w->t, 64) : (term){0};
    walk_pop_frame(st);
    struct walk_frame *f = walk_top(st);
    const struct ir_call *call = &f->fn->calls[f->fn->code[f->pc].b];
    if (fn->nret > 1 || call->ret_width > 64) walk_incomplete(w, st, "a recursive function with a large result");
    if (result.id && call->ret_width) result = term_zext(&w->t, term_sym(&w->t, call->ret_width), 64);
    struct cscope s = {.w = w, .st = st, .depth = UINT32_MAX, .result = result, .old = before, .old_depth = before->frames.len - 1, .newest = c->head->next_address};
    if (!w->over) meet_call(w, st, c, &s, true, true, NULL);
    if (!w->over && call->nret) walk_set(w, st, f->fn->code[f->pc].d, result);
    walk_state_free(before);
    walk_top(st)->pc++;
    return w->over ? WALK_ENDED : WALK_ON;
}

enum walk_step walk_enter(struct walk *w, struct walk_state *st) {
    uint32_t claim;
    if (!walk_claim_of(w, walk_top(st)->fn, &claim)) return WALK_ON;
    if (walk_wants(w, PROVE_MEMORY)) return walk_incomplete(w, st, "how deep a recursion goes, where memory errors are asked for"), WALK_ENDED;
    struct loop_cut *c = open_call_of(st, walk_top(st)->fn);
    bool inner = c != NULL;
    if (!inner) c = open_call(w, st, claim);
    struct cscope s = {.w = w, .st = st, .depth = st->frames.len - 1, .newest = c->head->next_address};
    meet_call(w, st, c, &s, false, false, "where it is called");
    if (inner && !w->over) compare_memory(w, st, c);
    return w->over ? WALK_ENDED : pass_call(w, st, c);
}

enum walk_step walk_leave(struct walk *w, struct walk_state *st, term result) {
    uint32_t depth = st->frames.len - 1;
    for (uint32_t i = st->cuts.len; i-- > 0;) {
        const struct loop_cut *c = st->cuts.data[i];
        if (c->depth != depth) continue;
        if (!c->of_call) {
            drop_cut(st, i);
            continue;
        }
        struct cscope s = {.w = w, .st = st, .depth = UINT32_MAX, .result = result, .old = c->head, .old_depth = c->depth, .newest = c->head->next_address};
        compare_memory(w, st, c);
        if (!w->over) meet_call(w, st, c, &s, true, false, "where it returns");
        w->report->paths++;
        return WALK_ENDED;
    }
    return WALK_ON;
}
