/* --certificate: from a proof to claims that the checker of src/certify accepts.
 *
 * Engines hand over what they know of loops; nothing of it is trusted, nor does it have to be inductive for the
 * checker. Claims are made of it, the checker is run, what it refutes is dropped (a condition) or added (a place that
 * changes), until it accepts or nothing is left. What is written has been checked.
 */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>

#include "base/str.h"
#include "engine/invariants.h"
#include "ir/cfg.h"
#include "ir/loops.h"
#include "session/certify.h"
#include "session/results.h"

enum {
    FEW_LOOPS = 3,
    FEW_PLACES = 6,
    ROUNDS = 200,
    MOST_VARIABLES = 12,
    MOST_CONSTANTS = 12,
    MOST_IN_TRIPLES = 5,
    MOST_CHOICE = 1000 /* characters of a list of addresses */,
    SECONDS = 10 /* for an engine to prove it again */,
    QUERY_MS = 60000,
    TOTAL = 90,
    LESS = 10, /* seconds of processor time: for all, and to make do with fewer facts */
};

/* What the checker may do in one attempt. Work, no time: what is found does not depend on how busy the machine is. */
struct check_effort {
    uint64_t steps, questions;
    const char *solver; /* with z3's measure of work for a question, 6 million of which take a second */
};
static const struct check_effort little = {50000, 300, "z3 -in rlimit=2000000"},
                                 some = {500000, 10000, "z3 -in rlimit=6000000"},
                                 usual = {2000000, 20000, "z3 -in rlimit=40000000"};

/* A loop of the program, and what may be claimed of it. */
struct loop_guess {
    const struct function *fn;
    uint32_t header;
    char *path;
    uint32_t line;
    text_list facts;   /* in the certificate's arena */
    text_list changes; /* what was seen to change */
    bool claimed;      /* it is cut even if there are no facts */
};

struct finder {
    struct session *s;
    struct program *p;
    struct certificate *c;
    unsigned wanted;
    VEC(struct loop_guess) loops;
    struct str *why;
    text_list stale; /* functions that have changed since the claims were found, or call such a one; none: there were no
                        claims */
    uint64_t until_ns; /* of processor time */
};

/* ---- what is proved ---------------------------------------------------------------------------------- */

unsigned certify_wanted(bug_set errors) {
    static const struct {
        bug_set errors;
        enum prove kind;
    } table[] = {
        {BUG_BIT(ASSERTION), PROVE_ASSERTION},
        {BUG_BIT(ERROR_REACHED), PROVE_ERROR},
        {BUG_BIT(DIVISION) | BUG_BIT(QUOTIENT), PROVE_DIVISION},
        {BUG_BIT(ABORT), PROVE_ABORT},
        {BUG_BIT(LEAK), PROVE_LEAK},
        {BUG_BIT(SHIFT), PROVE_SHIFT},
        {BUG_BIT(INDEX), PROVE_INDEX},
        {BUG_BIT(BOOL), PROVE_BOOL},
        {BUG_BIT(ALIGN), PROVE_ALIGN},
        {BUG_BIT(OVERFLOW) | BUG_BIT(NEGATIVE_SHIFT), PROVE_OVERFLOW},
        {BUG_BIT(BOUNDS) | BUG_BIT(NULL_DEREF) | BUG_BIT(USE_AFTER_FREE) | BUG_BIT(USE_AFTER_SCOPE) |
             BUG_BIT(DOUBLE_FREE) | BUG_BIT(INVALID_FREE) | BUG_BIT(INVALID_POINTER) | BUG_BIT(WRITE_CONST) |
             BUG_BIT(FUNCTION_POINTER) | BUG_BIT(UNREACHABLE) | BUG_BIT(STACK) | BUG_BIT(STACK_SIZE) |
             BUG_BIT(UNDEFINED),
         PROVE_MEMORY},
        {BUG_BIT(OVERLAP) | BUG_BIT(CHARACTER) | BUG_BIT(CALL_TYPE) | BUG_BIT(ARGUMENT) | BUG_BIT(NO_VALUE),
         PROVE_CALL},
    };
    /* Of floats, threads, and functions without a definition: the checker meets what could make them, and says that it
     * is not covered. */
    const bug_set elsewhere =
        BUG_BIT(CAST) | BUG_BIT(DEADLOCK) | BUG_BIT(LOCK) | BUG_BIT(RACE) | BUG_BIT(EXTERNAL) | BUG_BIT(UNSUPPORTED);
    unsigned set = 0;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (errors & table[i].errors) set |= 1u << table[i].kind;
        errors &= ~table[i].errors;
    }
    return errors & ~elsewhere ? set | 1u << PROVE_OTHER : set;
}

struct program *certify_load(struct context *ctx, const struct command_line *line) {
    struct context side = *ctx;
    side.opt.simplify = false;
    struct program *p = command_load_unbound(&side, line, NULL, NULL);
    if (p) cfg_build_all(p);
    return p;
}

/* ---- loops and what engines say of them -------------------------------------------------------------- */

static void list_loops(struct finder *f) {
    struct arena arena;
    arena_init(&arena);
    for (uint32_t i = 1; i < f->p->functions.len; i++) {
        const struct function *fn = f->p->functions.data[i];
        if (!ir_has_code(fn) || fn->runtime) continue;
        const struct loops *loops = loops_build(&arena, f->p, fn);
        for (uint32_t l = 1; l <= loops->n; l++) {
            struct str path = {0};
            loops_add_path(loops, l, &path);
            vec_push(&f->loops, (struct loop_guess){.fn = fn,
                                                    .header = loops->loops[l].header,
                                                    .path = str_take(&path),
                                                    .line = loops->loops[l].first_line});
        }
    }
    arena_release(&arena);
}

static void release_loops(struct finder *f) {
    for (uint32_t i = 0; i < f->loops.len; i++) {
        mem_free(f->loops.data[i].path);
        vec_release(&f->loops.data[i].facts);
        vec_release(&f->loops.data[i].changes);
    }
    vec_release(&f->loops);
}

static bool has_text(const text_list *list, const char *text) {
    for (uint32_t i = 0; i < list->len; i++)
        if (strcmp(list->data[i], text) == 0) return true;
    return false;
}

static void add_fact(struct finder *f, struct loop_guess *g, const char *text, size_t len) {
    const char *kept = arena_strndup(&f->c->arena, text, len);
    if (len && !has_text(&g->facts, kept)) vec_push(&g->facts, kept);
}

/* Lines are meant all. */
static void add_lines(struct finder *f, struct loop_guess *g, const char *lines) {
    for (const char *end; *lines; lines = *end ? end + 1 : end) {
        end = strchrnul(lines, '\n');
        add_fact(f, g, lines, (size_t)(end - lines));
    }
}

/* One of several facts holds. */
static void add_choice(struct finder *f, struct loop_guess *g, const struct loop_head *h) {
    struct str text = {0};
    for (uint32_t i = 0; i < h->facts.len; i++) {
        str_add(&text, i ? " || (" : "(");
        for (const char *p = h->facts.data[i]; *p; p++) {
            if (*p != '\n') str_add_char(&text, *p);
            else if (p[1]) str_add(&text, " && ");
        }
        str_add_char(&text, ')');
    }
    add_fact(f, g, str_text(&text), text.len);
    str_release(&text);
}

static struct loop_guess *guess_at(struct finder *f, const char *function, uint32_t header) {
    for (uint32_t i = 0; i < f->loops.len; i++)
        if (f->loops.data[i].header == header && strcmp(f->loops.data[i].fn->name, function) == 0)
            return &f->loops.data[i];
    return NULL;
}

static uint32_t count_facts(const struct finder *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->loops.len; i++) n += f->loops.data[i].facts.len;
    return n;
}

static void keep_heads(void *owner, const struct session *side, const struct invariants *inv) {
    struct finder *f = owner;
    uint32_t before = count_facts(f);
    for (uint32_t i = 0; i < inv->heads.len; i++) {
        const struct loop_head *h = &inv->heads.data[i];
        const struct ir_block *b = &h->fn->blocks[cfg_block_at(h->fn, (uint32_t)(h->point - h->fn->code))];
        struct loop_guess *g = b->nsuccs == 1 ? guess_at(f, h->fn->name, b->succs[0]) : NULL;
        bool kept = f->stale.len && !has_text(&f->stale, h->fn->name); /* has claims already */
        if (!g || kept || h->nothing || !h->facts.len) continue;
        if (h->facts.len == 1) add_lines(f, g, h->facts.data[0]);
        else add_choice(f, g, h);
    }
    log_info(&f->s->ctx->log, "certificate: %u facts of %s", count_facts(f) - before, engine_name(side->engine));
}

/* ---- the checker as judge ---------------------------------------------------------------------------- */

static void claim_loop(struct finder *f, const struct loop_guess *g) {
    struct claim l = {.function = g->fn->name, .loop = arena_strdup(&f->c->arena, g->path), .line = g->line};
    vec_append(&l.holds, g->facts.data, g->facts.len);
    vec_append(&l.changes, g->changes.data, g->changes.len);
    vec_push(&f->c->claims, l);
}

/* Drops those of loops, or those of calls. */
static void drop_claims(struct certificate *c, bool of_loops) {
    uint32_t kept = 0;
    for (uint32_t i = 0; i < c->claims.len; i++) {
        struct claim *l = &c->claims.data[i];
        if ((l->loop != NULL) == of_loops) claim_release(l);
        else c->claims.data[kept++] = *l;
    }
    c->claims.len = kept;
}

/* Processor time of ours and of all processes that have ended: solvers among them. */
static uint64_t spent_ns(void) {
    struct rusage u;
    getrusage(RUSAGE_CHILDREN, &u);
    uint64_t us = (uint64_t)(u.ru_utime.tv_sec + u.ru_stime.tv_sec) * 1000000 +
                  (uint64_t)(u.ru_utime.tv_usec + u.ru_stime.tv_usec);
    return cpu_ns() + us * 1000;
}

static bool has_time(const struct finder *f) { return spent_ns() < f->until_ns && !limits_look(&f->s->ctx->limits); }

static void run_checker(struct finder *f, const struct check_effort *e, struct certify_report *report) {
    struct context ctx = *f->s->ctx;
    uint64_t latest = clock_ns() + 2 * TOTAL * UINT64_C(1000000000);
    if (!ctx.limits.deadline_ns || ctx.limits.deadline_ns > latest) ctx.limits.deadline_ns = latest;
    struct certify_options opt = {.wanted = f->wanted,
                                  .solver = e->solver,
                                  .query_ms = QUERY_MS,
                                  .most_steps = e->steps,
                                  .most_questions = e->questions,
                                  .gather = true};
    certify(&ctx, f->p, f->c, &opt, report);
}

/* The loop that the claim is about; NULL: none. */
static struct loop_guess *guess_of(const struct finder *f, const struct claim *l) {
    for (uint32_t i = 0; l->loop && i < f->loops.len; i++)
        if (strcmp(f->loops.data[i].fn->name, l->function) == 0 && strcmp(f->loops.data[i].path, l->loop) == 0)
            return &f->loops.data[i];
    return NULL;
}

static void add_change(text_list *changes, const char *place, bool *changed) {
    if (has_text(changes, place)) return;
    vec_push(changes, place);
    *changed = true;
}

static void close_gaps(text_list *list) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->len; i++)
        if (list->data[i]) list->data[n++] = list->data[i];
    list->len = n;
}

/* Adds what changes, drops what does not hold. True: the claims are others now. */
static bool learn(struct finder *f, const struct certify_report *report) {
    bool changed = false;
    for (uint32_t i = 0; i < report->refuted.len; i++) {
        const struct refuted *r = &report->refuted.data[i];
        struct claim *l = &f->c->claims.data[r->claim];
        struct loop_guess *g = guess_of(f, l);
        if (r->place) add_change(&l->changes, r->place, &changed);
        if (r->place && g) add_change(&g->changes, r->place, &changed);
        if (r->place) continue;
        (r->given ? &l->gives : &l->holds)->data[r->fact] = NULL;
        changed = true;
    }
    for (uint32_t k = 0; k < f->c->claims.len; k++)
        close_gaps(&f->c->claims.data[k].holds), close_gaps(&f->c->claims.data[k].gives);
    return changed;
}

/* Weakens the claims until the checker accepts them. */
static bool settle(struct finder *f, const struct check_effort *e) {
    for (int i = 0; i < ROUNDS && has_time(f); i++) {
        struct certify_report report;
        run_checker(f, e, &report);
        bool valid = report.verdict == CERTIFY_VALID, changed = !valid && learn(f, &report);
        log_info(&f->s->ctx->log, "certificate: round %d: %s", i, valid ? "checked" : str_text(&report.why));
        str_clear(f->why);
        str_add(f->why, str_text(&report.why));
        certify_report_release(&report);
        if (valid || !changed) return valid;
    }
    return false;
}

enum which { LOOPS_NONE, LOOPS_WITH_FACTS, LOOPS_ALL };

/* Claims for these loops; the others are walked round by round. */
static bool try_claims(struct finder *f, enum which which, bool merge, const struct check_effort *e) {
    drop_claims(f->c, true);
    f->c->merge = merge;
    for (uint32_t i = 0; i < f->loops.len && which != LOOPS_NONE; i++)
        if (which == LOOPS_ALL || f->loops.data[i].facts.len || f->loops.data[i].claimed)
            claim_loop(f, &f->loops.data[i]);
    return settle(f, e);
}

/* Loops that no engine says anything about are walked round by round, if others are cut. */
static bool try_all(struct finder *f, const struct check_effort *e) {
    uint32_t known = 0;
    for (uint32_t i = 0; i < f->loops.len; i++) known += f->loops.data[i].facts.len > 0;
    return try_claims(f, LOOPS_ALL, true, e) ||
           (known && known < f->loops.len && try_claims(f, LOOPS_WITH_FACTS, true, e));
}

/* ---- fewer facts ------------------------------------------------------------------------------------- */

static bool is_checked(struct finder *f) {
    struct certify_report report;
    run_checker(f, &some, &report);
    bool valid = report.verdict == CERTIFY_VALID;
    certify_report_release(&report);
    return valid;
}

/* Does it do without these? Then they are gone. */
static bool do_without(struct finder *f, text_list *list, uint32_t first, uint32_t n) {
    text_list all = {0};
    vec_append(&all, list->data, list->len);
    uint32_t kept = 0;
    for (uint32_t i = 0; i < all.len; i++)
        if (i < first || i >= first + n) list->data[kept++] = all.data[i];
    list->len = kept;
    bool fine = is_checked(f);
    list->len = fine ? kept : 0;
    for (uint32_t i = 0; !fine && i < all.len; i++) vec_push(list, all.data[i]);
    vec_release(&all);
    return fine;
}

/* Leaves out what is not needed, halves first, as long as there is time. */
static void shorten(struct finder *f) {
    f->until_ns = spent_ns() + LESS * UINT64_C(1000000000);
    for (uint32_t k = 0; k < f->c->claims.len; k++) {
        text_list *list = &f->c->claims.data[k].holds;
        bool kept = f->stale.len && !has_text(&f->stale, f->c->claims.data[k].function); /* was short enough before */
        for (uint32_t n = f->c->claims.data[k].loop && !kept ? list->len : 0; n; n /= 2)
            for (uint32_t i = 0; i < list->len && has_time(f);)
                if (!do_without(f, list, i, n)) i += n;
    }
}

/* ---- guesses ----------------------------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void guess(struct finder *f, struct loop_guess *g, const char *format,
                                                        ...) {
    struct str text = {0};
    va_list args;
    va_start(args, format);
    str_vaddf(&text, format, args);
    va_end(args);
    add_fact(f, g, str_text(&text), text.len);
    str_release(&text);
}

/* Constants that the function compares, computes with and stores, as it has them in 32 bits. */
static void constants_of(const struct function *fn, vec_u32 *out) {
    vec_push(out, 0);
    vec_push(out, 1);
    for (uint32_t i = 0; i < fn->nconsts; i++)
        if (fn->consts[i] <= UINT32_MAX && out->len < MOST_CONSTANTS && !vec_u32_has(out, (uint32_t)fn->consts[i]))
            vec_push(out, (uint32_t)fn->consts[i]);
    for (uint32_t pc = 0; pc < fn->ncode; pc++) {
        const struct insn *in = &fn->code[pc];
        bool branches = in->op >= IR_BEQ32 && in->op <= IR_BSGENI, works = in->op >= IR_ADD32 && in->op <= IR_CBOOLNI;
        bool takes = (branches || works) && ir_op_operands((enum ir_op)in->op)[2] == 'i';
        if (takes && out->len < MOST_CONSTANTS && !vec_u32_has(out, in->b)) vec_push(out, in->b);
    }
}

/* The type and size of the variable that a place is all of; NULL: it is none. */
static const struct ir_ctype *type_of_place(const struct finder *f, const char *place, uint64_t *size) {
    for (uint32_t i = 1; i < f->p->globals.len; i++)
        if (strcmp(f->p->globals.data[i]->name, place) == 0)
            return *size = f->p->globals.data[i]->size, &f->p->globals.data[i]->type;
    const char *local = strstr(place, "::");
    const struct function *fn =
        local ? program_function(f->p, arena_strndup(&f->c->arena, place, (size_t)(local - place))) : NULL;
    for (uint32_t i = 0; fn && i < fn->nallocas; i++)
        if (fn->allocas[i].name && strcmp(fn->allocas[i].name, local + 2) == 0)
            return *size = fn->allocas[i].size, &fn->allocas[i].type;
    return NULL;
}

static bool is_pointer(const struct finder *f, const struct ir_ctype *type, uint64_t size) {
    return type && !type->integer && size == f->p->ptr_bytes;
}

/* Four bytes of a block, by the pointers of fn that may lead there: which number it has depends on the path. */
static void add_pointed(const struct finder *f, const struct function *fn, unsigned long long off, text_list *out) {
    for (uint32_t i = 0; i < fn->nallocas && out->len < MOST_VARIABLES; i++) {
        const struct ir_alloca *a = &fn->allocas[i];
        if (!a->name || !is_pointer(f, &a->type, a->size)) continue;
        const char *word = arena_printf(&f->c->arena, "(int)\\word(*%s::%s, %llu, 4)", fn->name, a->name, off);
        if (!has_text(out, word)) vec_push(out, word);
    }
}

/* A place that changes, as words of conditions: a variable, a few bytes, the elements of a small array. */
static void add_words(const struct finder *f, const struct function *fn, const char *place, text_list *out) {
    uint64_t size = 0;
    unsigned long long off;
    unsigned bytes;
    int len = 0;
    const char *plus = strrchr(place, '+');
    const struct ir_ctype *type = type_of_place(f, place, &size);
    bool part = plus && sscanf(plus, "+%llu:%u%n", &off, &bytes, &len) == 2 && !plus[len] && bytes == 4;
    if (part && strncmp(place, "heap::", 6) == 0) add_pointed(f, fn, off, out);
    else if (part)
        vec_push(out, arena_printf(&f->c->arena, "(int)\\word(%.*s, %llu, 4)", (int)(plus - place), place, off));
    else if (type && type->array && type->integer && size <= 8 * sizeof(int))
        for (uint32_t i = 0; i < size / sizeof(int) && out->len < MOST_VARIABLES && strstr(type->integer, "int"); i++)
            vec_push(out, arena_printf(&f->c->arena, "%s[%u]", place, i));
    else if (!plus && !strchr(place, '$') && !is_pointer(f, type, size)) vec_push(out, place);
}

/* Words that the loop's function can name: those that change, then others. */
static void words_of(const struct finder *f, const struct claim *l, const struct function *fn, text_list *out,
                     uint32_t *nchanging) {
    for (uint32_t i = 0; i < l->changes.len && out->len < MOST_VARIABLES; i++)
        add_words(f, fn, l->changes.data[i], out);
    *nchanging = out->len;
    for (uint32_t i = 0; i < fn->nallocas && out->len < MOST_VARIABLES; i++) {
        const struct ir_alloca *a = &fn->allocas[i];
        const char *name = a->name && a->size <= 4 && a->type.integer && !a->type.array
                               ? arena_printf(&f->c->arena, "%s::%s", fn->name, a->name)
                               : NULL;
        if (name && !has_text(out, name)) vec_push(out, name);
    }
}

/* Is the function's address a constant of some code? */
static bool is_taken(const struct finder *f, const struct function *fn) {
    for (uint32_t i = 1; fn->address && i < f->p->functions.len; i++)
        for (uint32_t k = 0; k < f->p->functions.data[i]->nconsts; k++)
            if (f->p->functions.data[i]->consts[k] == fn->address) return true;
    return false;
}

/* A pointer is NULL, or has the address of a variable, or of a function. */
static void guess_pointer(struct finder *f, struct loop_guess *g, const char *place) {
    uint64_t size = 0;
    struct str variables = {0}, functions = {0};
    const struct ir_ctype *type = type_of_place(f, place, &size);
    if (!is_pointer(f, type, size)) return;
    for (uint32_t i = 0; i < g->fn->nallocas && variables.len < MOST_CHOICE; i++)
        if (g->fn->allocas[i].escapes && g->fn->allocas[i].name)
            str_addf(&variables, " || %s == &%s::%s", place, g->fn->name, g->fn->allocas[i].name);
    for (uint32_t i = 1; i < f->p->functions.len && functions.len < MOST_CHOICE; i++) {
        const struct function *fn = f->p->functions.data[i];
        if (ir_has_code(fn) && !fn->runtime && is_taken(f, fn)) str_addf(&functions, " || %s == &%s", place, fn->name);
    }
    guess(f, g, "%s != 0", place);
    guess(f, g, "%s == 0%s", place, str_text(&variables));
    guess(f, g, "%s == 0%s", place, str_text(&functions));
    str_release(&variables);
    str_release(&functions);
}

/* Low bits that stay 0, and what holds from a border on. */
static void guess_parts(struct finder *f, struct loop_guess *g, const char *v, const vec_u32 *constants) {
    for (uint32_t i = 0; i < constants->len; i++) {
        uint32_t c = constants->data[i];
        if (c > 16 && !(c & (c - 1))) guess(f, g, "(%s & %u) == 0", v, c - 1);
        if (c > 16) guess(f, g, "%s <= %d || (%s & 1) == %u", v, (int)c, v, c & 1);
    }
}

static void guess_one(struct finder *f, struct loop_guess *g, const char *v, const vec_u32 *constants) {
    struct str among = {0};
    for (uint32_t i = 0; i < constants->len; i++) {
        int c = (int)constants->data[i];
        guess(f, g, "%s == %d", v, c);
        guess(f, g, "%s >= %d", v, c);
        guess(f, g, "%s <= %d", v, c);
        guess(f, g, "%s != %d", v, c);
        str_addf(&among, "%s%s == %d", i ? " || " : "", v, c);
    }
    guess(f, g, "%s", str_text(&among));
    guess_parts(f, g, v, constants);
    for (int mask = 1; mask < 16; mask = 2 * mask + 1)
        for (int k = 0; k <= mask; k++) guess(f, g, "(%s & %d) == %d", v, mask, k);
    str_release(&among);
}

static void guess_pair(struct finder *f, struct loop_guess *g, const char *v, const char *u) {
    static const char *const relations[] = {"==", "<=", ">=", "!="};
    for (size_t i = 0; i < sizeof relations / sizeof *relations; i++) guess(f, g, "%s %s %s", v, relations[i], u);
    guess(f, g, "%s == 2 * %s || %s == 2 * %s - 1", v, u, v, u);
    guess(f, g, "%s == 2 * %s || %s == 2 * %s - 1", u, v, u, v);
    guess(f, g, "%s <= 2 * %s", v, u);
    guess(f, g, "%s <= 255 * %s", v, u);
}

/* How far apart two may be. */
static void guess_distance(struct finder *f, struct loop_guess *g, const char *v, const char *u,
                           const vec_u32 *constants) {
    for (uint32_t i = 1; i < constants->len; i++) {
        int c = (int)constants->data[i];
        guess(f, g, "%s < %s + %d", v, u, c);
        guess(f, g, "%s <= %s + %d", v, u, c);
        guess(f, g, "%s == %s + %d", v, u, c);
        guess(f, g, "%s < %d || %s > 0", v, c, u);
    }
}

static void guess_triple(struct finder *f, struct loop_guess *g, const char *v, const char *u, const char *w) {
    guess(f, g, "%s + %s == %s", v, u, w);
    guess(f, g, "%s + %s == 2 * %s", v, u, w);
    guess(f, g, "%s == 2 * %s + %s", v, u, w);
}

/* Of what the claims say that changes; only_stale: in functions that have changed. */
static void guess_all(struct finder *f, bool only_stale) {
    for (uint32_t i = 0; i < f->c->claims.len; i++) {
        const struct claim *l = &f->c->claims.data[i];
        struct loop_guess *g = guess_of(f, l);
        if (!g || (only_stale && !has_text(&f->stale, l->function))) continue;
        vec_u32 constants = {0};
        text_list words = {0};
        uint32_t nchanging;
        constants_of(g->fn, &constants);
        words_of(f, l, g->fn, &words, &nchanging);
        for (uint32_t k = 0; k < l->changes.len; k++) guess_pointer(f, g, l->changes.data[k]);
        for (uint32_t k = 0; k < nchanging; k++) {
            guess_one(f, g, words.data[k], &constants);
            for (uint32_t m = 0; m < words.len; m++)
                if (m > k || m >= nchanging) guess_pair(f, g, words.data[k], words.data[m]);
            for (uint32_t m = 0; m < nchanging && m < MOST_IN_TRIPLES && k < MOST_IN_TRIPLES; m++)
                if (m != k) guess_distance(f, g, words.data[k], words.data[m], &constants);
            for (uint32_t m = 0; m < words.len && m < MOST_IN_TRIPLES && k < MOST_IN_TRIPLES; m++)
                for (uint32_t n = 0; n < words.len && n < MOST_IN_TRIPLES; n++)
                    if (m != k && n != k && n != m) guess_triple(f, g, words.data[k], words.data[m], words.data[n]);
        }
        vec_release(&constants);
        vec_release(&words);
    }
}

/* ---- recursion --------------------------------------------------------------------------------------- */

static bool calls_itself(const struct function *fn) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++)
        if (fn->code[pc].op == IR_CALL && fn->code[pc].a == fn->id) return true;
    return false;
}

/* Names of parameters that are integers: variables that entry stores them to come first. */
static void parameters_of(const struct function *fn, text_list *out) {
    for (uint32_t pc = fn->blocks[0].first; pc < fn->blocks[0].end; pc++) {
        const struct insn *in = &fn->code[pc];
        bool stores = in->op >= IR_STORE8 && in->op <= IR_STOREN && in->c >= fn->param_base &&
                      in->c < fn->param_base + fn->nparam_slots;
        for (uint32_t k = fn->blocks[0].first; stores && k < pc; k++)
            if (fn->code[k].op == IR_ALLOCA && fn->code[k].d == in->a && fn->allocas[fn->code[k].a].name)
                vec_push(out, fn->allocas[fn->code[k].a].name);
    }
}

/* Linear in one parameter, where another one is small and known. */
static void guess_cases(struct arena *a, struct claim *c, const char *is, const char *of) {
    for (int k = 0; k < 4; k++)
        for (int factor = 1; factor < 3; factor++)
            for (int more = 0; more < 4; more++)
                vec_push(&c->gives, arena_printf(a, "\\old(%s) != %d || \\result == %d * \\old(%s) + %d", is, k, factor,
                                                 of, more));
}

static void guess_call(struct finder *f, const struct function *fn) {
    struct claim c = {.function = fn->name};
    text_list names = {0};
    struct arena *a = &f->c->arena;
    parameters_of(fn, &names);
    for (uint32_t i = 0; i < names.len; i++) {
        const char *n = names.data[i];
        for (int k = 0; k < 2; k++) vec_push(&c.holds, arena_printf(a, "%s >= %d", n, k));
        vec_push(&c.gives, arena_printf(a, "\\result >= \\old(%s)", n));
        vec_push(&c.gives, arena_printf(a, "\\result > \\old(%s)", n));
        vec_push(&c.gives, arena_printf(a, "\\result == \\old(%s)", n));
        vec_push(&c.gives, arena_printf(a, "\\old(%s) == 0 || \\result != 0", n));
        for (uint32_t k = 0; k < i; k++)
            vec_push(&c.gives, arena_printf(a, "\\result == \\old(%s) + \\old(%s)", n, names.data[k]));
        for (uint32_t k = 0; k < i; k++)
            vec_push(&c.gives, arena_printf(a, "\\result == \\old(%s) * \\old(%s)", n, names.data[k]));
        for (uint32_t k = 0; k < names.len; k++)
            if (k != i) guess_cases(a, &c, n, names.data[k]);
    }
    for (int k = 0; k < 2; k++) vec_push(&c.gives, arena_printf(a, "\\result >= %d", k));
    vec_u32 constants = {0};
    constants_of(fn, &constants);
    for (uint32_t k = 0; k < constants.len; k++) {
        vec_push(&c.gives, arena_printf(a, "\\result <= %d", (int)constants.data[k]));
        vec_push(&c.gives, arena_printf(a, "\\result == %d", (int)constants.data[k]));
    }
    vec_release(&constants);
    vec_push(&f->c->claims, c);
    vec_release(&names);
}

/* Claims for all functions that call themselves; false: there are none. */
static bool claim_calls(struct finder *f) {
    bool any = false;
    for (uint32_t i = 1; i < f->p->functions.len; i++) {
        const struct function *fn = f->p->functions.data[i];
        if (!ir_has_code(fn) || fn->runtime || !calls_itself(fn)) continue;
        guess_call(f, fn);
        any = true;
    }
    return any;
}

/* Calls by what they need and give; loops as far as is known by now. */
static bool try_calls(struct finder *f) {
    if (!claim_calls(f)) return false;
    bool found = try_claims(f, LOOPS_ALL, true, &usual);
    if (!found) drop_claims(f->c, false);
    return found;
}

/* ---- all --------------------------------------------------------------------------------------------- */

static bool calls_somewhere(const struct finder *f) {
    for (uint32_t i = 1; i < f->p->functions.len; i++)
        if (ir_has_code(f->p->functions.data[i]) && !f->p->functions.data[i]->runtime &&
            calls_itself(f->p->functions.data[i]))
            return true;
    return false;
}

/* Are there so few loops, and places that they change, that guesses cost little? */
static bool has_little(const struct finder *f) {
    uint32_t places = 0;
    for (uint32_t i = 0; i < f->c->claims.len; i++) places += f->c->claims.data[i].changes.len;
    return f->loops.len <= FEW_LOOPS && places <= FEW_PLACES;
}

static uint32_t count_changes(const struct finder *f) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->loops.len; i++) n += f->loops.data[i].changes.len;
    return n;
}

/* Guesses, again if they have shown that more changes: what a pointer leads to. */
static bool try_guesses(struct finder *f, const struct check_effort *e) {
    for (uint32_t before = UINT32_MAX; before != count_changes(f);) {
        before = count_changes(f);
        guess_all(f, false);
        if (try_all(f, e)) return true;
    }
    return false;
}

/* Is it of no use to look for claims? */
static bool is_hopeless(struct finder *f) {
    struct certify_report report;
    run_checker(f, &(struct check_effort){0, 1, little.solver}, &report);
    bool begun = report.instructions > 0;
    if (!begun) str_add(f->why, str_text(&report.why));
    certify_report_release(&report);
    return !begun;
}

/* With the engine that learns such things: they become guesses. False: it does not prove the program. */
static bool prove_again(struct finder *f, enum engine_learns what, int seconds) {
    return session_prove_again(f->s, engine_that_learns(what), seconds, true, keep_heads, f);
}

static bool find(struct finder *f) {
    if (is_hopeless(f)) return false;
    if (try_claims(f, LOOPS_NONE, true, f->loops.len || calls_somewhere(f) ? &little : &usual))
        return true; /* what ends by itself needs no claim */
    if (try_calls(f)) return true;
    if (!f->loops.len) return try_claims(f, LOOPS_NONE, false, &usual);
    if (try_claims(f, LOOPS_ALL, true, &usual)) return true;
    bool few = has_little(f);
    if (few && try_guesses(f, &some)) return true;
    bool by_regions = f->s->engine == engine_that_learns(LEARNS_REGIONS); /* the engine that has proved it knows why */
    if (by_regions && prove_again(f, LEARNS_REGIONS, SECONDS) && try_all(f, &usual)) return true;
    prove_again(f, LEARNS_FACTS, 2 * SECONDS);
    if (try_all(f, &usual)) return true;
    if (!few && try_guesses(f, &usual)) return true;
    prove_again(f, LEARNS_INVARIANTS, SECONDS);
    if (!by_regions) prove_again(f, LEARNS_REGIONS, SECONDS);
    return try_all(f, &usual) || try_claims(f, LOOPS_NONE, true, &usual) || try_claims(f, LOOPS_NONE, false, &usual);
}

/* ---- again ------------------------------------------------------------------------------------------- */

static bool calls_one_of(const struct finder *f, const struct function *fn) {
    for (uint32_t pc = 0; pc < fn->ncode; pc++)
        if (fn->code[pc].op == IR_CALL && has_text(&f->stale, f->p->functions.data[fn->code[pc].a]->name)) return true;
    return false;
}

/* Finds the functions that have changed, their callers, the callers of these and so on. */
static void find_stale(struct finder *f) {
    certificate_stale(f->c, f->p, &f->stale);
    for (uint32_t before = 0; f->stale.len > before;) {
        before = f->stale.len;
        for (uint32_t i = 1; i < f->p->functions.len; i++) {
            const struct function *fn = f->p->functions.data[i];
            if (ir_has_code(fn) && !fn->runtime && !has_text(&f->stale, fn->name) && calls_one_of(f, fn))
                vec_push(&f->stale, fn->name);
        }
    }
}

/* What the certificate claims of loops already; false: nothing. */
static bool take_claims(struct finder *f) {
    bool any = false;
    for (uint32_t i = 0; i < f->c->claims.len; i++) {
        const struct claim *l = &f->c->claims.data[i];
        struct loop_guess *g = guess_of(f, l);
        any |= l->loop != NULL;
        if (g) g->claimed = true;
        for (uint32_t m = 0; g && m < l->holds.len; m++) vec_push(&g->facts, l->holds.data[m]);
        for (uint32_t m = 0; g && m < l->changes.len; m++) vec_push(&g->changes, l->changes.data[m]);
    }
    return any;
}

/* Old claims are tried first; then others are looked for where something has changed. */
static bool find_again(struct finder *f) {
    bool merge = f->c->merge;
    if (!take_claims(f)) return false;
    find_stale(f);
    if (try_claims(f, LOOPS_WITH_FACTS, merge, &usual)) return true;
    for (uint32_t i = 0; i < f->loops.len; i++)
        f->loops.data[i].claimed |= has_text(&f->stale, f->loops.data[i].fn->name);
    if (!f->stale.len) return false;
    prove_again(f, LEARNS_FACTS, 2 * SECONDS);
    if (try_claims(f, LOOPS_WITH_FACTS, merge, &usual)) return true;
    guess_all(f, true);
    return try_claims(f, LOOPS_WITH_FACTS, merge, &usual);
}

bool certify_find(struct session *s, struct program *p, struct certificate *c, struct str *why) {
    struct finder f = {.s = s,
                       .p = p,
                       .c = c,
                       .wanted = certify_wanted(s->wanted),
                       .why = why,
                       .until_ns = spent_ns() + TOTAL * UINT64_C(1000000000)};
    list_loops(&f);
    bool found = find_again(&f);
    if (!found) vec_clear(&f.stale);
    found = found || find(&f);
    if (found) shorten(&f);
    release_loops(&f);
    vec_release(&f.stale);
    return found;
}

/* ---- the file ---------------------------------------------------------------------------------------- */

static void add_checks(const struct session *s, struct certificate *c) {
    static const char *const names[] = {
#define CHECK(name, text, on, help) text,
#include "exec/core/checks.def"
#undef CHECK
    };
    for (uint32_t i = 0; i < sizeof names / sizeof *names; i++)
        if (check_has(s->checks, (enum check)i)) vec_push(&c->checks, names[i]);
    for (int k = BUG_NONE + 1; k < 64; k++)
        if (bug_has(s->wanted, (enum bug_kind)k)) vec_push(&c->errors, bug_slug((enum bug_kind)k));
}

static void make_header(const struct session *s, struct certificate *c) {
    const struct options *opt = &s->ctx->opt;
    c->engine = arena_strdup(&c->arena, engine_name(s->engine));
    c->is32 = s->line->is32;
    c->entry = opt->entry;
    int external = opt->external >= 0 ? opt->external : opt->property ? EXTERNAL_PURE : EXTERNAL_HAVOC;
    c->external = external == EXTERNAL_HAVOC ? "havoc" : external == EXTERNAL_PURE ? "pure" : "error";
    add_checks(s, c);
    certify_assumptions(c, &c->assumes);
}

bool session_certificate(struct session *s) {
    struct context *ctx = s->ctx;
    if (!ctx->opt.certificate) return true;
    struct certificate c;
    struct str why = {0}, text = {0};
    struct program *p = certify_load(ctx, s->line);
    if (!p) return false;
    certificate_init(&c);
    make_header(s, &c);
    certificate_hashes(&c, p);
    bool found = certify_find(s, p, &c, &why), ok = true;
    if (found) {
        certificate_write(&c, &text);
        ok = results_write(ctx, ctx->opt.certificate, &text);
    } else {
        log_warning(&ctx->log, "no certificate: %s", why.len ? str_text(&why) : "out of time");
    }
    certificate_release(&c);
    program_free(p);
    str_release(&why);
    str_release(&text);
    return ok;
}
