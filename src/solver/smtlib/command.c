/* The commands, one table. */
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "expr/arith.h"
#include "solver/path.h"
#include "solver/smtlib/apply.h"
#include "solver/smtlib/script.h"

/* e: the whole command; its arguments start at e->first->next. */
typedef bool (*command_fn)(struct script *sc, const struct sexpr *e);

static const struct sexpr *arg(const struct sexpr *e, uint32_t i) {
    const struct sexpr *a = e->first->next;
    while (a && i--) a = a->next;
    return a;
}

static void forget_answer(struct script *sc) {
    sc->answered = false;
    model_release(sc->model);
    pathcond_release(sc->checked);
    sc->model = NULL;
    sc->checked = NULL;
    vec_clear(&sc->assumptions);
    arena_reset(&sc->last);
}

/* What SMT-LIB answers to a command that makes no sense now. */
static bool refuse(struct script *sc, const char *why) {
    fprintf(sc->out, "(error \"%s\")\n", why);
    return true;
}

/* ---- declarations ---------------------------------------------------------------------- */

static bool want_new_name(struct script *sc, const struct sexpr *e) {
    if (!e || e->kind != SEXPR_SYMBOL) return script_fail(sc, e, "a name is needed here");
    if (script_find(sc, e->text)) return script_fail(sc, e, "'%s' is already defined", e->text);
    return true;
}

static bool declare(struct script *sc, const struct sexpr *name, const struct sexpr *sort_e) {
    struct sort sort;
    if (!want_new_name(sc, name) || !script_sort(sc, sort_e, &sort)) return false;
    struct binding b = {.name = arena_strdup(&sc->names, name->text), .kind = BIND_DECLARED};
    b.term = (struct sorted_term){script_declared(sc, sort, script_symbol(sc, sort, b.name)), sort};
    script_bind(sc, b);
    return true;
}

static bool do_declare_const(struct script *sc, const struct sexpr *e) { return declare(sc, arg(e, 0), arg(e, 1)); }

static bool do_declare_fun(struct script *sc, const struct sexpr *e) {
    const struct sexpr *params = arg(e, 1);
    if (params->kind != SEXPR_LIST) return script_fail(sc, params, "a list of sorts is needed here");
    if (params->kids) return script_fail(sc, params, "functions with arguments are not supported (only constants)");
    return declare(sc, arg(e, 0), arg(e, 2));
}

static bool do_declare_sort(struct script *sc, const struct sexpr *e) {
    return script_fail(sc, e, "declare-sort is not supported: terms are bit vectors and arrays");
}

static bool do_define_sort(struct script *sc, const struct sexpr *e) {
    const struct sexpr *name = arg(e, 0), *params = arg(e, 1);
    struct binding b = {.kind = BIND_SORT};
    if (!want_new_name(sc, name)) return false;
    if (params->kind != SEXPR_LIST || params->kids)
        return script_fail(sc, params, "only sorts without parameters can be defined");
    if (!script_sort(sc, arg(e, 2), &b.sort)) return false;
    b.name = arena_strdup(&sc->names, name->text);
    script_bind(sc, b);
    return true;
}

/* Binds the parameters of a macro to fresh symbols. */
static bool bind_params(struct script *sc, const struct sexpr *list, struct binding *b) {
    b->nparams = list->kids;
    b->params = ARENA_ARRAY(&sc->names, struct sorted_term, list->kids + 1);
    uint32_t i = 0;
    for (const struct sexpr *p = list->first; p; p = p->next, i++) {
        if (p->kind != SEXPR_LIST || p->kids != 2 || p->first->kind != SEXPR_SYMBOL)
            return script_fail(sc, p, "a parameter is (name sort)");
        struct sorted_term *t = &b->params[i];
        if (!script_sort(sc, p->first->next, &t->sort)) return false;
        t->e = script_symbol(sc, t->sort, p->first->text);
        script_bind(sc, (struct binding){.name = p->first->text, .kind = BIND_TERM, .term = *t});
    }
    return true;
}

static bool define(struct script *sc, const struct sexpr *name, const struct sexpr *params, const struct sexpr *sort_e,
                   const struct sexpr *body) {
    struct binding b = {0};
    struct sort sort;
    uint32_t bindings = sc->bindings.len;
    bool ok = want_new_name(sc, name) && (!params || bind_params(sc, params, &b)) && script_sort(sc, sort_e, &sort) &&
              script_term(sc, body, &b.term);
    script_unbind(sc, bindings);
    if (!ok) return false;
    if (!sort_same(sort, b.term.sort)) return script_fail(sc, body, "the term is not of the sort given");
    b.kind = b.nparams ? BIND_MACRO : BIND_TERM;
    b.name = arena_strdup(&sc->names, name->text);
    script_bind(sc, b);
    return true;
}

static bool do_define_fun(struct script *sc, const struct sexpr *e) {
    if (arg(e, 1)->kind != SEXPR_LIST) return script_fail(sc, arg(e, 1), "a list of parameters is needed here");
    return define(sc, arg(e, 0), arg(e, 1), arg(e, 2), arg(e, 3));
}

static bool do_define_const(struct script *sc, const struct sexpr *e) {
    return define(sc, arg(e, 0), NULL, arg(e, 1), arg(e, 2));
}

/* ---- assertions -------------------------------------------------------------------------- */

/* Adds a constraint to *pc; its number in there, UINT32_MAX if it says nothing. */
static uint32_t add_constraint(struct script *sc, struct pathcond **pc, expr c) {
    uint32_t before = pathcond_len(*pc);
    *pc = pathcond_add(sc->solver, *pc, c);
    return pathcond_len(*pc) > before ? before : UINT32_MAX;
}

/* The name that an assertion is given by (! term :named name), or NULL. */
static const char *name_of(struct script *sc, const struct sexpr *e) {
    if (e->kind != SEXPR_LIST || !sexpr_is(e->first, "!")) return NULL;
    for (const struct sexpr *a = e->first->next; a; a = a->next)
        if (a->kind == SEXPR_KEYWORD && !strcmp(a->text, ":named") && a->next)
            return arena_strdup(&sc->names, a->next->text);
    return NULL;
}

static bool do_assert(struct script *sc, const struct sexpr *e) {
    expr c;
    if (!script_formula(sc, arg(e, 0), &c)) return false;
    forget_answer(sc);
    uint32_t index = add_constraint(sc, &sc->pc, c);
    vec_push(&sc->assertions, (struct assertion){index, name_of(sc, arg(e, 0))});
    return true;
}

/* The optional number of levels. */
static bool level_count(struct script *sc, const struct sexpr *e, uint32_t *count) {
    const struct sexpr *n = arg(e, 0);
    *count = 1;
    if (!n) return true;
    if (n->kind != SEXPR_NUMERAL || strlen(n->text) > 6) return script_fail(sc, n, "a number of levels is needed here");
    *count = (uint32_t)strtoul(n->text, NULL, 10);
    return true;
}

static bool do_push(struct script *sc, const struct sexpr *e) {
    uint32_t count;
    if (!level_count(sc, e, &count)) return false;
    forget_answer(sc);
    while (count--)
        vec_push(&sc->levels, (struct push_level){sc->bindings.len, sc->assertions.len, pathcond_retain(sc->pc)});
    return true;
}

static bool do_pop(struct script *sc, const struct sexpr *e) {
    uint32_t count;
    if (!level_count(sc, e, &count)) return false;
    if (count > sc->levels.len) return script_fail(sc, e, "pop without a push");
    forget_answer(sc);
    while (count--) {
        struct push_level level = vec_pop(&sc->levels);
        script_unbind(sc, level.bindings);
        sc->assertions.len = level.assertions;
        pathcond_release(sc->pc);
        sc->pc = level.pc;
    }
    return true;
}

static bool do_reset_assertions(struct script *sc, const struct sexpr *e) {
    (void)e;
    forget_answer(sc);
    while (sc->levels.len) pathcond_release(vec_pop(&sc->levels).pc);
    script_unbind(sc, 0);
    vec_clear(&sc->assertions);
    pathcond_release(sc->pc);
    sc->pc = pathcond_new(sc->solver);
    return true;
}

static bool do_reset(struct script *sc, const struct sexpr *e) {
    sc->print_success = false;
    str_clear(&sc->replay);
    return do_reset_assertions(sc, e);
}

/* ---- checks -------------------------------------------------------------------------------- */

/* Takes over the reference to pc. */
static bool check(struct script *sc, struct pathcond *pc) {
    sc->checked = pc;
    sc->answer = solver_check(sc->solver, pc, expr_true(sc->pool), NULL, &sc->model);
    sc->answered = true;
    fputs(sc->answer == ANSWER_SAT ? "sat\n" : sc->answer == ANSWER_UNSAT ? "unsat\n" : "unknown\n", sc->out);
    fflush(sc->out);
    return true;
}

static bool do_check_sat(struct script *sc, const struct sexpr *e) {
    (void)e;
    forget_answer(sc);
    return check(sc, pathcond_retain(sc->pc));
}

static bool do_check_sat_assuming(struct script *sc, const struct sexpr *e) {
    const struct sexpr *list = arg(e, 0);
    if (list->kind != SEXPR_LIST) return script_fail(sc, list, "a list of literals is needed here");
    forget_answer(sc);
    struct pathcond *pc = pathcond_retain(sc->pc);
    for (const struct sexpr *a = list->first; a; a = a->next) {
        expr c;
        if (!script_formula(sc, a, &c)) {
            pathcond_release(pc);
            return false;
        }
        struct assumption as = {arena_strndup(&sc->last, a->source, a->source_len), 0};
        as.index = add_constraint(sc, &pc, c);
        vec_push(&sc->assumptions, as);
    }
    return check(sc, pc);
}

/* ---- answers --------------------------------------------------------------------------------- */

static bool do_get_model(struct script *sc, const struct sexpr *e) {
    (void)e;
    if (!sc->model) return refuse(sc, "there is no model");
    script_print_model(sc);
    return true;
}

static bool do_get_value(struct script *sc, const struct sexpr *e) {
    const struct sexpr *list = arg(e, 0);
    if (list->kind != SEXPR_LIST || !list->kids) return script_fail(sc, list, "a list of terms is needed here");
    if (!sc->model) return refuse(sc, "there is no model");
    struct str text = {0};
    str_add(&text, "(");
    for (const struct sexpr *t = list->first; t; t = t->next) {
        struct sorted_term term;
        if (!script_term(sc, t, &term)) {
            str_release(&text);
            return false;
        }
        str_addf(&text, "%s(%.*s ", t == list->first ? "" : "\n ", (int)t->source_len, t->source);
        script_print_value(sc, term, sc->model, &text);
        str_add(&text, ")");
    }
    fprintf(sc->out, "%s)\n", str_text(&text));
    str_release(&text);
    return true;
}

static void find_core(struct script *sc, vec_u32 *core) {
    enum answer a = solver_core(sc->solver, sc->checked, expr_true(sc->pool), true, core);
    if (a == ANSWER_UNSAT) return;
    /* Too hard the second time: all of them are a core still. */
    vec_clear(core);
    for (uint32_t i = 0; i < pathcond_len(sc->checked); i++) vec_push(core, i);
}

static bool in_core(const vec_u32 *core, uint32_t index) {
    for (vec_each(uint32_t, i, core))
        if (core->data[i] == index) return true;
    return false;
}

static bool do_get_unsat_core(struct script *sc, const struct sexpr *e) {
    (void)e;
    if (!sc->answered || sc->answer != ANSWER_UNSAT) return refuse(sc, "there is no unsatisfiable core");
    vec_u32 core = {0};
    struct str text = {0};
    find_core(sc, &core);
    for (vec_each(uint32_t, i, &sc->assertions)) {
        const struct assertion *a = &sc->assertions.data[i];
        if (!a->name || !in_core(&core, a->index)) continue;
        if (text.len) str_add(&text, " ");
        smtlib_print_name(a->name, &text);
    }
    fprintf(sc->out, "(%s)\n", str_text(&text));
    str_release(&text);
    vec_release(&core);
    return true;
}

static bool do_get_unsat_assumptions(struct script *sc, const struct sexpr *e) {
    (void)e;
    if (!sc->answered || sc->answer != ANSWER_UNSAT) return refuse(sc, "there is no unsatisfiable core");
    vec_u32 core = {0};
    find_core(sc, &core);
    const char *gap = "";
    fputs("(", sc->out);
    for (vec_each(uint32_t, i, &sc->assumptions)) {
        if (!in_core(&core, sc->assumptions.data[i].index)) continue;
        fprintf(sc->out, "%s%s", gap, sc->assumptions.data[i].source);
        gap = " ";
    }
    fputs(")\n", sc->out);
    vec_release(&core);
    return true;
}

/* ---- the rest -------------------------------------------------------------------------------- */

static bool do_echo(struct script *sc, const struct sexpr *e) {
    if (arg(e, 0)->kind != SEXPR_STRING) return script_fail(sc, arg(e, 0), "a string is needed here");
    fprintf(sc->out, "%s\n", arg(e, 0)->text);
    return true;
}

static bool do_exit(struct script *sc, const struct sexpr *e) {
    (void)e;
    sc->done = true;
    return true;
}

static bool do_set_option(struct script *sc, const struct sexpr *e) {
    const struct sexpr *name = arg(e, 0);
    if (name->kind != SEXPR_KEYWORD) return script_fail(sc, name, "a keyword is needed here");
    if (!strcmp(name->text, ":print-success")) sc->print_success = sexpr_is(name->next, "true");
    return true;
}

static bool do_get_info(struct script *sc, const struct sexpr *e) {
    const struct sexpr *name = arg(e, 0);
    if (name->kind != SEXPR_KEYWORD) return script_fail(sc, name, "a keyword is needed here");
    if (!strcmp(name->text, ":name")) fputs("(:name \"shrike\")\n", sc->out);
    else if (!strcmp(name->text, ":reason-unknown")) fputs("(:reason-unknown timeout)\n", sc->out);
    else if (!strcmp(name->text, ":error-behavior")) fputs("(:error-behavior immediate-exit)\n", sc->out);
    else fputs("unsupported\n", sc->out);
    return true;
}

static bool do_nothing(struct script *sc, const struct sexpr *e) {
    (void)sc;
    (void)e;
    return true;
}

static const struct command_row {
    const char *name;
    command_fn run;
    uint32_t min, max; /* arguments */
    bool keeps;        /* it changes what Z3 would have to know */
} commands[] = {
    {"set-logic", do_nothing, 1, 1, false},
    {"set-info", do_nothing, 1, 2, false},
    {"set-option", do_set_option, 2, 2, true},
    {"get-info", do_get_info, 1, 1, false},
    {"declare-const", do_declare_const, 2, 2, true},
    {"declare-fun", do_declare_fun, 3, 3, true},
    {"declare-sort", do_declare_sort, 1, 2, true},
    {"define-sort", do_define_sort, 3, 3, true},
    {"define-fun", do_define_fun, 4, 4, true},
    {"define-const", do_define_const, 3, 3, true},
    {"assert", do_assert, 1, 1, true},
    {"push", do_push, 0, 1, true},
    {"pop", do_pop, 0, 1, true},
    {"reset", do_reset, 0, 0, false},
    {"reset-assertions", do_reset_assertions, 0, 0, true},
    {"check-sat", do_check_sat, 0, 0, false},
    {"check-sat-assuming", do_check_sat_assuming, 1, 1, false},
    {"get-model", do_get_model, 0, 0, false},
    {"get-value", do_get_value, 1, 1, false},
    {"get-unsat-core", do_get_unsat_core, 0, 0, false},
    {"get-unsat-assumptions", do_get_unsat_assumptions, 0, 0, false},
    {"echo", do_echo, 1, 1, false},
    {"exit", do_exit, 0, 0, false},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static bool is_silent(const struct command_row *c) {
    return c->keeps || c->run == do_nothing || c->run == do_reset || c->run == do_exit;
}

bool script_command(struct script *sc, const struct sexpr *e) {
    if (e->kind != SEXPR_LIST || !e->kids || e->first->kind != SEXPR_SYMBOL)
        return script_fail(sc, e, "a command is needed here");
    for (int i = 0; i < COMMANDS; i++) {
        const struct command_row *c = &commands[i];
        if (!sexpr_is(e->first, c->name)) continue;
        if (e->kids - 1 < c->min || e->kids - 1 > c->max)
            return script_fail(sc, e, "%s: wrong number of arguments", c->name);
        if (!c->run(sc, e)) return false;
        if (c->keeps) {
            str_add_len(&sc->replay, e->source, e->source_len);
            str_add_char(&sc->replay, '\n');
        }
        if (sc->print_success && is_silent(c)) fputs("success\n", sc->out);
        return true;
    }
    return script_fail(sc, e->first, "unknown command '%s'", e->first->text);
}
