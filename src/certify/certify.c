/* The walk from the start to its end: which state is next, what is asked, what came out. */
#include "certify/certify.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "certify/cut.h"
#include "certify/walk.h"
#include "ir/cfg.h"

/* ---- ends -------------------------------------------------------------------------------------------- */

void walk_add_place(const struct walk *w, const struct walk_state *st, struct str *out) {
    if (!st || !st->frames.len) return;
    const struct walk_frame *f = &vec_last(&st->frames);
    uint32_t pc = f->pc < f->fn->ncode ? f->pc : 0;
    str_addf(out, " (in %s at %s)", f->fn->name, program_where(w->p, f->fn->code[pc].pos));
}

/* The first INVALID stays, and replaces INCOMPLETE; else the first INCOMPLETE stays. */
static void conclude(struct walk *w, const struct walk_state *st, enum certify_verdict verdict, const char *format,
                     va_list args) {
    bool counts =
        w->report->verdict == CERTIFY_VALID || (w->report->verdict == CERTIFY_INCOMPLETE && verdict == CERTIFY_INVALID);
    if (!counts) return;
    w->report->verdict = verdict;
    str_clear(&w->report->why);
    str_vaddf(&w->report->why, format, args);
    walk_add_place(w, st, &w->report->why);
}

void walk_invalid(struct walk *w, const struct walk_state *st, const char *format, ...) {
    va_list args;
    va_start(args, format);
    conclude(w, st, CERTIFY_INVALID, format, args);
    va_end(args);
    w->over |= !w->opt->gather;
}

void walk_incomplete(struct walk *w, const struct walk_state *st, const char *format, ...) {
    va_list args;
    va_start(args, format);
    conclude(w, st, CERTIFY_INCOMPLETE, format, args);
    va_end(args);
    w->over = true;
}

/* ---- questions --------------------------------------------------------------------------------------- */

bool walk_may(struct walk *w, const struct walk_state *st, term c) {
    if (term_is(&w->t, c, 0) || w->over) return false;
    enum smt_answer a = smt_ask(w->smt, &st->pc, c, (term){0}, NULL);
    if (a == SMT_UNKNOWN)
        walk_incomplete(w, st, smt_works(w->smt) ? "the solver does not know" : "the solver cannot be started");
    return a != SMT_UNSAT;
}

bool walk_must(struct walk *w, const struct walk_state *st, term c) { return !walk_may(w, st, term_not(&w->t, c)); }

void walk_assume(struct walk *w, struct walk_state *st, term c) {
    const struct term_node *n = term_at(&w->t, c);
    if (n->op == TERM_AND) {
        term x = {n->kid[0]}, y = {n->kid[1]};
        walk_assume(w, st, x);
        walk_assume(w, st, y);
    } else if (!term_is(&w->t, c, 1)) vec_push(&st->pc, c);
}

bool walk_oblige(struct walk *w, struct walk_state *st, enum prove kind, term bad, const char *what) {
    w->report->obligations++;
    if (term_is(&w->t, bad, 0)) return true;
    if (walk_puts_off(w) && walk_wants(w, kind) && !term_is(&w->t, bad, 1)) {
        struct str text = {0};
        str_addf(&text, "%s is possible", what);
        walk_put_off(w, st, bad, str_text(&text));
        str_release(&text);
        walk_assume(w, st, term_not(&w->t, bad));
        return !w->over;
    }
    bool may = walk_may(w, st, bad);
    if (w->over) return false;
    if (may && walk_wants(w, kind)) {
        walk_invalid(w, st, "%s is possible", what);
        w->over = true;
        return false;
    }
    if (may) return walk_incomplete(w, st, "%s is possible, and what follows is not defined", what), false;
    if (term_is(&w->t, bad, 1)) return false; /* no execution comes here */
    walk_assume(w, st, term_not(&w->t, bad));
    return true;
}

void walk_wrong(struct walk *w, struct walk_state *st, const char *what) {
    walk_oblige(w, st, PROVE_MEMORY, term_bool(&w->t, true), what);
}

enum walk_step walk_end(struct walk *w, struct walk_state *st, term c, bool by_signal) {
    if (by_signal && walk_wants(w, PROVE_ABORT)) walk_oblige(w, st, PROVE_ABORT, c, "an end by a signal");
    for (uint32_t i = 0; walk_wants(w, PROVE_LEAK) && i < st->objects.len && !w->over; i++) {
        const struct held_object *o = st->objects.data[i];
        if (o->kind == HELD_HEAP && o->live && walk_may(w, st, c))
            walk_incomplete(w, st, "a heap block left when the program ends");
    }
    return WALK_ENDED;
}

struct walk_state *walk_fork(struct walk *w, const struct walk_state *st, term c) {
    struct walk_state *other = walk_state_copy(st);
    walk_assume(w, other, c);
    vec_push(&w->open, other);
    return other;
}

/* ---- registers --------------------------------------------------------------------------------------- */

term walk_reg(struct walk *w, struct walk_state *st, uint32_t slot) {
    const term_list *regs = &walk_top(st)->regs;
    assert(slot < regs->len);
    if (regs->data[slot].id) return regs->data[slot];
    walk_incomplete(w, st, "a register with an unknown value");
    return term_sym(&w->t, 64);
}

void walk_set(struct walk *w, struct walk_state *st, uint32_t slot, term value) {
    (void)w;
    assert(slot < walk_top(st)->regs.len && term_width(&w->t, value) == 64);
    walk_top(st)->regs.data[slot] = value;
}

/* ---- what is known of functions ---------------------------------------------------------------------- */

const struct claim *walk_claim(const struct walk *w, const struct function *fn, const char *loop) {
    for (uint32_t i = 0; i < w->cert->claims.len; i++) {
        const struct claim *c = &w->cert->claims.data[i];
        bool alike = loop && c->loop ? strcmp(c->loop, loop) == 0 : !loop && !c->loop && !c->point;
        if (alike && strcmp(c->function, fn->name) == 0) return c;
    }
    return NULL;
}

static void find_claims(struct walk *w, const struct function *fn, struct walk_flow *flow) {
    flow->claim = ARENA_ARRAY(&w->arena, const struct claim *, flow->loops->n + 1);
    struct str path = {0};
    for (uint32_t l = 1; l <= flow->loops->n; l++) {
        str_clear(&path);
        loops_add_path(flow->loops, l, &path);
        flow->claim[l] = walk_claim(w, fn, str_text(&path));
    }
    for (uint32_t i = 0; i < w->cert->claims.len; i++)
        flow->points |= w->cert->claims.data[i].point && strcmp(w->cert->claims.data[i].function, fn->name) == 0;
    str_release(&path);
}

static int by_address(const void *a, const void *b) {
    uint64_t x = ((const struct walk_address *)a)->base, y = ((const struct walk_address *)b)->base;
    return x < y ? -1 : x > y;
}

/* Addresses of globals and functions, as the program's constants have them. */
static void list_addresses(struct walk *w) {
    const struct program *p = w->p;
    for (uint32_t i = 1; i < p->globals.len; i++)
        vec_push(&w->addresses, (struct walk_address){p->globals.data[i]->address, p->globals.data[i]->size});
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (p->functions.data[i]->address)
            vec_push(&w->addresses, (struct walk_address){p->functions.data[i]->address, 0});
    if (w->addresses.len) qsort(w->addresses.data, w->addresses.len, sizeof *w->addresses.data, by_address);
}

static bool is_up_to(const void *address, uint64_t value) {
    return ((const struct walk_address *)address)->base <= value;
}

/* A number that happens to be one is taken for an address, too: of which less is known. */
term walk_constant(struct walk *w, uint64_t value) {
    uint32_t n = vec_place(&w->addresses, is_up_to, value), bits = 8 * w->p->ptr_bytes;
    const struct walk_address *at = n ? &w->addresses.data[n - 1] : NULL;
    if (!at || value - at->base > at->size) return term_const(&w->t, 64, value);
    return term_zext(
        &w->t,
        term_binary(&w->t, TERM_BADD, term_base(&w->t, bits, at->base), term_const(&w->t, bits, value - at->base)), 64);
}

static void look_at_functions(struct walk *w) {
    w->flows = ARENA_ARRAY(&w->arena, struct walk_flow, w->p->functions.len);
    for (uint32_t i = 1; i < w->p->functions.len; i++) {
        const struct function *fn = w->p->functions.data[i];
        if (!ir_has_code(fn)) continue;
        w->flows[i].loops = loops_build(&w->arena, w->p, fn);
        w->flows[i].order = loops_order(&w->arena, w->flows[i].loops);
        find_claims(w, fn, &w->flows[i]);
        w->flows[i].consts = ARENA_ARRAY(&w->arena, term, fn->nconsts + 1);
        for (uint32_t k = 0; k < fn->nconsts; k++) w->flows[i].consts[k] = walk_constant(w, fn->consts[k]);
    }
}

/* ---- the start --------------------------------------------------------------------------------------- */

/* Pointers among the bytes that a global starts with. */
static void place_pointers(struct walk *w, struct held_object *o, const uint8_t *data) {
    uint32_t n = w->p->ptr_bytes;
    for (uint64_t off = 0; off + n <= o->size; off++) {
        uint64_t value = 0;
        for (uint32_t k = 0; k < n; k++) value |= (uint64_t)data[off + k] << 8 * k;
        term v = term_extract(&w->t, walk_constant(w, value), 0, 8 * n);
        if (term_is_const(&w->t, v)) continue;
        held_write(&w->t, o, off, n, v);
        off += n - 1;
    }
}

static void place_global(struct walk *w, struct walk_state *st, uint32_t i) {
    const struct ir_global *g = w->p->globals.data[i];
    struct held_object *o = held_place(st, g->address, g->size);
    o->number = i;
    o->readonly = g->constant;
    o->bytes = g->data;
    if (g->external || g->input) held_forget(&w->t, o);
    else if (g->data) place_pointers(w, o, g->data);
}

/* Behind all that the program has. */
static uint64_t first_address(const struct walk *w) {
    uint64_t top = w->addresses.len ? vec_last(&w->addresses).base + vec_last(&w->addresses).size : 0;
    return w->p->is32 ? (top + 0xffff) & ~UINT64_C(0x1fff) : ((top >> 32) + 16) << 32;
}

/* Parameters of main are any number of arguments, at places that the program may not look at. */
static struct walk_state *first_state(struct walk *w) {
    struct walk_state *st = MEM_NEW(struct walk_state);
    const struct function *entry = w->p->functions.data[w->p->entry];
    st->next_address = first_address(w);
    for (uint32_t i = 1; i < w->p->globals.len; i++) place_global(w, st, i);
    walk_push_frame(st, entry, w->flows[entry->id].consts);
    w->outside = st->next_address;
    st->next_address += w->p->is32 ? 1u << 14 : UINT64_C(1) << 33;
    for (uint32_t i = 0; i < entry->nparam_slots; i++) {
        term v = i ? term_base(&w->t, 8 * w->p->ptr_bytes, w->outside + 16 * i) : term_sym(&w->t, 32);
        walk_set(w, st, entry->param_base + i, term_zext(&w->t, v, 64));
    }
    return st;
}

static bool can_begin(struct walk *w) {
    const struct program *p = w->p;
    if (!p->entry || !ir_has_code(p->functions.data[p->entry]))
        walk_incomplete(w, NULL, "the program does not define the function to start in");
    else if (p->constructors.len || p->destructors.len)
        walk_incomplete(w, NULL, "functions that run before or after main");
    else if (walk_wants(w, PROVE_OTHER)) walk_incomplete(w, NULL, "a property that the checker does not know");
    return !w->over;
}

/* ---- what is next ------------------------------------------------------------------------------------ */

static uint32_t place_in_order(const struct walk *w, const struct walk_frame *f) {
    return w->flows[f->fn->id].order[cfg_block_at(f->fn, f->pc)];
}

/* Does a have to be walked before b, so that they meet? */
static bool is_before(const struct walk *w, const struct walk_state *a, const struct walk_state *b) {
    for (uint32_t i = 0; i < a->frames.len && i < b->frames.len; i++) {
        const struct walk_frame *f = &a->frames.data[i], *g = &b->frames.data[i];
        if (f->fn != g->fn) return f->fn->id < g->fn->id;
        uint32_t x = place_in_order(w, f), y = place_in_order(w, g);
        if (x != y) return x < y;
        if (f->pc != g->pc) return f->pc < g->pc;
    }
    return a->frames.len > b->frames.len;
}

static struct walk_state *take_next(struct walk *w) {
    uint32_t best = w->open.len - 1;
    for (uint32_t i = 0; w->cert->merge && i < w->open.len; i++)
        if (is_before(w, w->open.data[i], w->open.data[best])) best = i;
    struct walk_state *st = w->open.data[best];
    w->open.data[best] = vec_last(&w->open);
    (void)vec_pop(&w->open);
    return st;
}

/* Puts st aside, into another one if one is at the same place. */
static void put_aside(struct walk *w, struct walk_state *st) {
    for (uint32_t i = 0; i < w->open.len; i++)
        if (walk_merge(w, w->open.data[i], st)) return;
    vec_push(&w->open, st);
}

static bool is_within_limits(struct walk *w, const struct walk_state *st) {
    if (w->report->instructions++ > w->opt->most_steps) walk_incomplete(w, st, "too many steps");
    else if (w->opt->most_questions && smt_asked(w->smt) > w->opt->most_questions)
        walk_incomplete(w, st, "too many questions");
    else if (limits_hit(&w->ctx->limits)) walk_incomplete(w, st, "a limit of time or memory was reached");
    return !w->over;
}

/* Walks st until it ends, or waits for others. */
static void walk_on(struct walk *w, struct walk_state *st) {
    enum walk_step s = st->arriving ? walk_arrive(w, st) : WALK_ON;
    while (s == WALK_ON && is_within_limits(w, st)) {
        if (w->flows[walk_top(st)->fn->id].points) walk_meet_point(w, st);
        s = walk_step(w, st);
        if (s != WALK_ARRIVED || w->over) continue;
        const struct walk_frame *f = walk_top(st);
        if (w->cert->merge && w->open.len &&
            f->fn->blocks[cfg_block_at(f->fn, f->pc)].npreds > 1) { /* several ways lead there */
            put_aside(w, st);
            return;
        }
        s = walk_arrive(w, st);
    }
    w->report->paths += s == WALK_ENDED;
    walk_state_free(st);
}

static void show_progress(const struct walk *w) {
    if (w->opt->progress)
        fprintf(stderr, "\r%llu paths, %llu obligations, %u states open ", (unsigned long long)w->report->paths,
                (unsigned long long)w->report->obligations, w->open.len);
}

static void walk_all(struct walk *w) {
    if (!can_begin(w)) return;
    vec_push(&w->open, first_state(w));
    for (uint64_t n = 0; w->open.len && !w->over; n++) {
        walk_on(w, take_next(w));
        if (n % 64 == 0) show_progress(w);
    }
    if (w->opt->progress) fprintf(stderr, "\r%60s\r", "");
}

void certify(struct context *ctx, struct program *p, struct certificate *c, const struct certify_options *opt,
             struct certify_report *report) {
    *report = (struct certify_report){.verdict = CERTIFY_VALID};
    struct walk w = {.ctx = ctx, .p = p, .cert = c, .opt = opt, .report = report};
    void (*before)(int) = signal(SIGPIPE, SIG_IGN); /* that a solver has ended shows when it does not answer */
    terms_init(&w.t);
    arena_init(&w.arena);
    w.smt = smt_new(&w.t, opt->solver, opt->query_ms, ctx->limits.deadline_ns);
    list_addresses(&w);
    look_at_functions(&w);
    walk_all(&w);
    walk_end_helpers(&w);
    for (uint32_t i = 0; i < w.open.len; i++) walk_state_free(w.open.data[i]);
    report->questions = smt_asked(w.smt) + w.asked_aside;
    vec_release(&w.open);
    vec_release(&w.addresses);
    walk_free_cuts(&w);
    smt_free(w.smt);
    arena_release(&w.arena);
    terms_release(&w.t);
    signal(SIGPIPE, before);
}

void certify_assumptions(const struct certificate *c, text_list *out) {
    vec_push(out, "integers wrap around");
    vec_push(out, "a division that traps ends the program, unless its error is asked about");
    vec_push(out, "allocation does not fail");
    vec_push(out, "clang and the translation of its bitcode are right");
    if (strcmp(c->external, "pure") == 0) vec_push(out, "functions without body return any value, and do nothing else");
    else if (strcmp(c->external, "error") != 0)
        vec_push(out, "functions without body return any value, and write only where their arguments point");
}

void certify_report_release(struct certify_report *report) {
    str_release(&report->why);
    vec_release(&report->refuted);
}
