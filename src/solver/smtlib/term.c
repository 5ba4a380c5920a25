/* Terms. One loop over a stack of frames, so that nesting is limited by memory
 * only. A frame leaves one value on the stack of values. */
#include <string.h>

#include "expr/arith.h"
#include "solver/smtlib/apply.h"
#include "solver/smtlib/script.h"

static void push_frame(struct script *sc, int kind, const struct sexpr *e, const struct sexpr *next) {
    struct term_frame f = {.e = e, .next = next, .values = sc->values.len, .bindings = sc->bindings.len};
    f.kind = kind;
    vec_push(&sc->frames, f);
}

static bool push_value(struct script *sc, expr e, struct sort sort) {
    vec_push(&sc->values, (struct sorted_term){e, sort});
    return true;
}

static bool enter_name(struct script *sc, const struct sexpr *e) {
    const struct binding *b = script_find(sc, e->text);
    const struct sort boolean = {.kind = SORT_BOOL};
    if (b && b->kind == BIND_MACRO) return script_fail(sc, e, "'%s' needs %u arguments", e->text, b->nparams);
    if (b && b->kind != BIND_SORT) return push_value(sc, b->term.e, b->term.sort);
    if (!strcmp(e->text, "true")) return push_value(sc, expr_true(sc->pool), boolean);
    if (!strcmp(e->text, "false")) return push_value(sc, expr_false(sc->pool), boolean);
    struct sorted_term t;
    if (script_is_float(e)) return script_float_literal(sc, e, &t) && push_value(sc, t.e, t.sort);
    return script_fail(sc, e, "unknown name '%s'", e->text);
}

static bool enter_atom(struct script *sc, const struct sexpr *e) {
    if (e->kind == SEXPR_SYMBOL) return enter_name(sc, e);
    struct sorted_term t;
    if (!script_literal(sc, e, &t)) return false;
    return push_value(sc, t.e, t.sort);
}

/* Decides how a term is read, and replaces the entering frame by that. */
static bool enter(struct script *sc, const struct sexpr *e) {
    (void)vec_pop(&sc->frames);
    if (e->kind != SEXPR_LIST) return enter_atom(sc, e);
    if (!e->kids) return script_fail(sc, e, "an empty list is no term");
    if (sexpr_is(e->first, "_")) return enter_atom(sc, e);
    if (sexpr_is(e->first, "let")) {
        if (e->kids != 3 || e->first->next->kind != SEXPR_LIST || !e->first->next->kids)
            return script_fail(sc, e, "let needs a list of bindings and a term");
        push_frame(sc, FRAME_LET, e, e->first->next->first);
    } else if (sexpr_is(e->first, "!")) {
        if (e->kids < 2) return script_fail(sc, e, "! needs a term and its attributes");
        push_frame(sc, FRAME_ANNOTATED, e, e->first->next);
    } else if (sexpr_is(e->first, "forall") || sexpr_is(e->first, "exists"))
        return script_fail(sc, e, "quantifiers are not supported");
    else if (e->kids < 2) return script_fail(sc, e, "an application without arguments");
    else push_frame(sc, FRAME_APPLY, e, e->first->next);
    return true;
}

/* ---- applications ---------------------------------------------------------------- */

/* The body with the arguments in place of the parameters. */
static bool apply_macro(struct script *sc, const struct sexpr *e, const struct binding *b,
                        const struct sorted_term *args, uint32_t n, struct sorted_term *result) {
    if (n != b->nparams) return script_fail(sc, e, "'%s' needs %u arguments, not %u", b->name, b->nparams, n);
    expr *from = ARENA_ARRAY(&sc->command, expr, n), *to = ARENA_ARRAY(&sc->command, expr, n);
    for (uint32_t i = 0; i < n; i++) {
        if (!sort_same(args[i].sort, b->params[i].sort))
            return script_fail(sc, e, "argument %u of '%s' has the wrong sort", i + 1, b->name);
        from[i] = b->params[i].e;
        to[i] = args[i].e;
    }
    result->e = expr_substitute(sc->pool, b->term.e, from, to, n);
    result->sort = b->term.sort;
    return true;
}

static bool finish_application(struct script *sc, struct term_frame f) {
    const struct sorted_term *args = sc->values.data + f.values;
    uint32_t n = sc->values.len - f.values;
    const struct sexpr *head = f.e->first;
    const struct binding *b = head->kind == SEXPR_SYMBOL ? script_find(sc, head->text) : NULL;
    struct sorted_term result = {0};
    if (b && b->kind == BIND_MACRO) {
        if (!apply_macro(sc, f.e, b, args, n, &result)) return false;
    } else if (b) return script_fail(sc, head, "'%s' takes no arguments", b->name);
    else if (!script_apply(sc, head, args, n, &result)) return false;
    sc->values.len = f.values;
    return push_value(sc, result.e, result.sort);
}

static bool step_application(struct script *sc) {
    struct term_frame *f = &vec_last(&sc->frames);
    if (f->next) {
        const struct sexpr *operand = f->next;
        f->next = operand->next;
        push_frame(sc, FRAME_ENTER, operand, NULL);
        return true;
    }
    return finish_application(sc, vec_pop(&sc->frames));
}

/* ---- let ------------------------------------------------------------------------- */

static bool is_let_binding(const struct sexpr *b) {
    return b->kind == SEXPR_LIST && b->kids == 2 && b->first->kind == SEXPR_SYMBOL;
}

/* All bindings are read before the first takes effect. */
static void bind_values(struct script *sc, struct term_frame *f) {
    const struct sexpr *b = f->e->first->next->first;
    for (uint32_t i = f->values; b; b = b->next, i++)
        script_bind(sc, (struct binding){.name = b->first->text, .kind = BIND_TERM, .term = sc->values.data[i]});
    sc->values.len = f->values;
}

static bool step_let(struct script *sc) {
    struct term_frame *f = &vec_last(&sc->frames);
    if (f->next) {
        const struct sexpr *b = f->next;
        if (!is_let_binding(b)) return script_fail(sc, b, "a binding is (name term)");
        f->next = b->next;
        push_frame(sc, FRAME_ENTER, b->first->next, NULL);
        return true;
    }
    f->kind = FRAME_BODY;
    const struct sexpr *body = f->e->first->next->next;
    bind_values(sc, f);
    push_frame(sc, FRAME_ENTER, body, NULL);
    return true;
}

static bool step_body(struct script *sc) {
    struct term_frame f = vec_pop(&sc->frames);
    script_unbind(sc, f.bindings);
    return true;
}

/* ---- annotations ------------------------------------------------------------------ */

static bool name_value(struct script *sc, const struct sexpr *name) {
    if (!name || name->kind != SEXPR_SYMBOL)
        return script_fail(sc, name ? name : vec_last(&sc->frames).e, ":named needs a name");
    if (script_find(sc, name->text)) return script_fail(sc, name, "'%s' is already defined", name->text);
    /* Inside of let a name would be forgotten with the let's own. */
    for (vec_each(uint32_t, i, &sc->frames))
        if (sc->frames.data[i].kind == FRAME_BODY)
            return script_fail(sc, name, ":named inside of let is not supported");
    script_bind(sc, (struct binding){.name = arena_strdup(&sc->names, name->text),
                                     .kind = BIND_TERM,
                                     .term = vec_last(&sc->values)});
    return true;
}

static bool step_annotated(struct script *sc) {
    struct term_frame *f = &vec_last(&sc->frames);
    const struct sexpr *inner = f->e->first->next;
    if (f->next == inner) {
        f->next = NULL;
        push_frame(sc, FRAME_ENTER, inner, NULL);
        return true;
    }
    for (const struct sexpr *a = inner->next; a; a = a->next) {
        if (a->kind != SEXPR_KEYWORD) return script_fail(sc, a, "an attribute starts with a keyword");
        bool named = !strcmp(a->text, ":named");
        if (named && !name_value(sc, a->next)) return false;
        if (a->next && a->next->kind != SEXPR_KEYWORD) a = a->next;
    }
    (void)vec_pop(&sc->frames);
    return true;
}

/* ---- the loop --------------------------------------------------------------------- */

static bool step(struct script *sc) {
    switch (vec_last(&sc->frames).kind) {
    case FRAME_ENTER: return enter(sc, vec_last(&sc->frames).e);
    case FRAME_APPLY: return step_application(sc);
    case FRAME_LET: return step_let(sc);
    case FRAME_BODY: return step_body(sc);
    case FRAME_ANNOTATED: return step_annotated(sc);
    }
    return false;
}

bool script_term(struct script *sc, const struct sexpr *e, struct sorted_term *term) {
    vec_clear(&sc->values);
    vec_clear(&sc->frames);
    uint32_t bindings = sc->bindings.len;
    push_frame(sc, FRAME_ENTER, e, NULL);
    while (sc->frames.len) {
        if (step(sc)) continue;
        script_unbind(sc, bindings);
        return false;
    }
    *term = vec_pop(&sc->values);
    return true;
}

bool script_formula(struct script *sc, const struct sexpr *e, expr *formula) {
    struct sorted_term t;
    if (!script_term(sc, e, &t)) return false;
    if (t.sort.kind != SORT_BOOL) return script_fail(sc, e, "a term of sort Bool is needed here");
    *formula = t.e;
    return true;
}
