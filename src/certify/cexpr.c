/* Conditions in C: read and given a meaning in a state, in one go.
 *
 *   or      = and { "||" and }            and     = bits { "&&" bits }
 *   bits    = | ^ & == != < > <= >= << >> + - * / % in C's precedence
 *   unary   = ("!" | "~" | "-" | "+" | "(" type ")") unary | "&" place | primary
 *   primary = number | place | "(" expr ")" | "\result" | "\old" "(" expr ")" | "\word" "(" ["*"] NAME "," offset ","
 * size ")" place   = [FUNCTION "::"] NAME ["#" NUMBER] [ "[" expr "]" ] and c ? a : b. Integers have C's types and
 * conversions; a variable whose type is not known is an unsigned word. Division by zero and too large shifts have
 * SMT-LIB's meaning. Whatever a condition means, it means the same where it is assumed and where it is proved. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "certify/memory.h"
#include "certify/walk.h"
#include "text/ctype.h"

struct cvalue {
    term v;
    uint32_t width;
    bool is_signed;
};

struct creader {
    const struct cscope *s;
    struct terms *t;
    const char *at;
    struct str *error;
    bool failed;
    uint32_t depth;
};

static struct cvalue read_expr(struct creader *r);
static const struct held_object *find_place(const struct creader *r, const char *name, size_t len);

static struct cvalue fail(struct creader *r, const char *what) {
    if (!r->failed) str_addf(r->error, "%s at '%.20s'", what, r->at);
    r->failed = true;
    return (struct cvalue){term_const(r->t, 32, 0), 32, true};
}

static void skip(struct creader *r) {
    while (isspace((unsigned char)*r->at)) r->at++;
}

/* The operator next, if it is that one. */
static bool take(struct creader *r, const char *op) {
    skip(r);
    size_t n = strlen(op);
    if (strncmp(r->at, op, n) != 0) return false;
    r->at += n;
    return true;
}

static bool is_word(char c) { return isalnum((unsigned char)c) || c == '_' || c == '$' || c == '.'; }

static size_t word_length(const char *p) {
    size_t n = 0;
    while (is_word(p[n])) n++;
    return n;
}

/* [FUNCTION "::"] NAME ["#" NUMBER] */
static size_t name_length(const char *p) {
    size_t n = word_length(p);
    if (strncmp(p + n, "::", 2) == 0) n += 2 + word_length(p + n + 2);
    return p[n] == '#' ? n + 1 + strspn(p + n + 1, "0123456789") : n;
}

/* ---- types ------------------------------------------------------------------------------------------- */

/* Width and sign of the integer type called so; false: there is none. */
static bool type_named(const struct creader *r, const char *name, uint32_t *width, bool *is_signed) {
    struct ctype type = ctype_find(name, r->s->w->p->is32);
    bool word = type.class == CTYPE_SIGNED || type.class == CTYPE_UNSIGNED || type.class == CTYPE_BOOL ||
                type.class == CTYPE_POINTER;
    if (!word || type.size > 8) return false;
    *width = 8 * type.size;
    *is_signed = type.class == CTYPE_SIGNED;
    return true;
}

/* "(type)" next? */
static bool take_cast(struct creader *r, uint32_t *width, bool *is_signed, bool *is_bool) {
    char name[40] = "";
    size_t n = *r->at == '(' ? strcspn(r->at + 1, ")") : sizeof name;
    if (n >= sizeof name || r->at[1 + n] != ')') return false;
    memcpy(name, r->at + 1, n);
    if (!type_named(r, name, width, is_signed) || find_place(r, r->at + 1, n))
        return false; /* typedefs are no keywords */
    *is_bool = ctype_find(name, false).class == CTYPE_BOOL;
    r->at += n + 2;
    return true;
}

/* ---- values ------------------------------------------------------------------------------------------ */

static struct cvalue as(struct creader *r, struct cvalue a, uint32_t width, bool is_signed) {
    term v = a.width > width ? term_extract(r->t, a.v, 0, width)
             : a.is_signed   ? term_sext(r->t, a.v, width)
                             : term_zext(r->t, a.v, width);
    return (struct cvalue){v, width, is_signed};
}

static struct cvalue promoted(struct creader *r, struct cvalue a) { return a.width < 32 ? as(r, a, 32, true) : a; }

static void balance(struct creader *r, struct cvalue *a, struct cvalue *b) {
    *a = promoted(r, *a), *b = promoted(r, *b);
    uint32_t width = a->width > b->width ? a->width : b->width;
    bool is_signed = (a->width < width || a->is_signed) && (b->width < width || b->is_signed);
    *a = as(r, *a, width, is_signed), *b = as(r, *b, width, is_signed);
}

static term truth(struct creader *r, struct cvalue a) { return term_truth(r->t, a.v); }
static struct cvalue of_truth(struct creader *r, term c) {
    return (struct cvalue){term_of_truth(r->t, c, 32), 32, true};
}

static struct cvalue read_number(struct creader *r) {
    char *end;
    uint64_t v = strtoull(r->at, &end, 0);
    bool decimal = r->at[0] != '0', is_unsigned = false, is_long = false;
    for (r->at = end; strchr("uUlL", *r->at) && *r->at; r->at++) {
        is_unsigned |= *r->at == 'u' || *r->at == 'U';
        is_long |= *r->at == 'l' || *r->at == 'L';
    }
    uint32_t width = is_long ? (r->at[-2] == 'l' || r->at[-2] == 'L' || v >> 32 ? 64 : 8 * r->s->w->p->ptr_bytes) : 32;
    if (v >> 32 || (decimal && !is_unsigned && v >> 31)) width = 64;
    bool is_signed = !is_unsigned && !(v >> (width - 1));
    return (struct cvalue){term_const(r->t, width, v), width, is_signed};
}

/* ---- places ------------------------------------------------------------------------------------------ */

/* The parameter that the alloca is the room of: its register, before it is stored there. UINT32_MAX: none. */
static uint32_t parameter_of(const struct function *fn, uint32_t number) {
    uint32_t slot = UINT32_MAX;
    for (uint32_t pc = fn->blocks[0].first; pc < fn->blocks[0].end; pc++) {
        const struct insn *in = &fn->code[pc];
        if (in->op == IR_ALLOCA && in->a == number) slot = in->d;
        bool stores = in->op >= IR_STORE8 && in->op <= IR_STOREN;
        if (stores && in->a == slot && in->c >= fn->param_base && in->c < fn->param_base + fn->nparam_slots)
            return in->c;
    }
    return UINT32_MAX;
}

static const struct ir_ctype *type_of(const struct walk *w, const struct held_object *o) {
    if (o->kind == HELD_GLOBAL) return &w->p->globals.data[o->number]->type;
    return o->kind == HELD_LOCAL ? &o->fn->allocas[o->number].type : NULL;
}

static bool has_name(const struct walk_state *known, const struct held_object *o) {
    uint32_t i = known ? held_find(known, o->base) : 0;
    return o->kind == HELD_GLOBAL || !known || (i != UINT32_MAX && known->objects.data[i]->live);
}

/* Locals of the frame first, the youngest living one; then globals. NULL: none. */
static const struct held_object *find_place(const struct creader *r, const char *name, size_t len) {
    const struct walk_state *st = r->s->st;
    uint32_t depth = r->s->depth;
    const struct function *fn = depth < st->frames.len ? st->frames.data[depth].fn : NULL;
    const struct held_object *best = NULL;
    for (uint32_t i = 0; i < st->objects.len; i++) {
        const struct held_object *o = st->objects.data[i];
        if (!o->live || !has_name(r->s->known, o) || !place_means(r->s->w, name, len, o, fn)) continue;
        bool qualified = memchr(name, ':', len) != NULL;
        if (o->kind == HELD_LOCAL && !qualified && o->depth != depth) continue;
        if (best && best->kind == HELD_LOCAL && o->kind != HELD_LOCAL) continue;
        best = o;
    }
    return best;
}

/* A parameter at the entry, where it has no room yet. */
static bool find_parameter(struct creader *r, const char *name, size_t len, struct cvalue *v) {
    if (r->s->depth >= r->s->st->frames.len) return false;
    const struct walk_frame *f = &r->s->st->frames.data[r->s->depth];
    for (uint32_t i = 0; i < f->fn->nallocas; i++) {
        const struct ir_alloca *a = &f->fn->allocas[i];
        if (!a->name || strlen(a->name) != len || strncmp(a->name, name, len) != 0 || a->size > 8) continue;
        uint32_t slot = parameter_of(f->fn, i), width = 8 * (uint32_t)a->size, ignored;
        if (slot == UINT32_MAX || !f->regs.data[slot].id || !width) continue;
        bool is_signed = false;
        if (a->type.integer && !a->type.array) type_named(r, a->type.integer, &ignored, &is_signed);
        *v = (struct cvalue){term_extract(r->t, f->regs.data[slot], 0, width), width, is_signed};
        return true;
    }
    return false;
}

static struct cvalue read_element(struct creader *r, const struct held_object *o, uint32_t size, bool is_signed) {
    struct cvalue index = as(r, promoted(r, read_expr(r)), 64, true);
    if (!take(r, "]")) return fail(r, "no ]");
    term off = term_binary(r->t, TERM_BMUL, index.v, term_const(r->t, 64, size)), v;
    bool outside =
        term_is_const(r->t, off) && (term_value(r->t, off) >= o->size || o->size - term_value(r->t, off) < size);
    if (outside || !held_read_at(r->t, o, off, size, &v)) return fail(r, "an element that does not exist");
    return (struct cvalue){v, 8 * size, is_signed};
}

static struct cvalue read_place(struct creader *r) {
    size_t len = name_length(r->at);
    struct cvalue v;
    if (!len) return fail(r, "no value");
    const struct held_object *o = find_place(r, r->at, len);
    if (!o && !find_parameter(r, r->at, len, &v)) return fail(r, "an unknown variable");
    r->at += len;
    if (!o) return v;
    const struct ir_ctype *type = type_of(r->s->w, o);
    uint32_t width = 8 * (uint32_t)(o->size <= 8 ? o->size : 0);
    bool is_signed = false, known = type && type->integer && type_named(r, type->integer, &width, &is_signed);
    if (known && type->array) return take(r, "[") ? read_element(r, o, width / 8, is_signed) : fail(r, "an array");
    if (!width || width / 8 != o->size || (width & (width - 1))) return fail(r, "a variable that is not an integer");
    return (struct cvalue){held_read(r->t, o, 0, width / 8), width, is_signed};
}

static struct cvalue read_address(struct creader *r) {
    skip(r);
    size_t len = name_length(r->at);
    uint32_t bits = 8 * r->s->w->p->ptr_bytes;
    const struct held_object *o = find_place(r, r->at, len);
    uint64_t base = o ? o->base : 0;
    for (uint32_t i = 1; !base && i < r->s->w->p->functions.len; i++) {
        const struct function *fn = r->s->w->p->functions.data[i];
        if (fn->address && strlen(fn->name) == len && strncmp(fn->name, r->at, len) == 0) base = fn->address;
    }
    if (!base) return fail(r, "the address of something unknown");
    r->at += len;
    return (struct cvalue){term_base(r->t, bits, base), bits, false};
}

/* ---- expressions ------------------------------------------------------------------------------------- */

static struct cvalue read_old(struct creader *r) {
    const struct cscope *now = r->s;
    if (!now->old || !take(r, "(")) return fail(r, "\\old has no meaning here");
    struct cscope then = {.w = now->w, .st = now->old, .depth = now->old->frames.len - 1, .known = now->known};
    r->s = &then;
    struct cvalue v = read_expr(r);
    r->s = now;
    return take(r, ")") ? v : fail(r, "no )");
}

static struct cvalue read_result(struct creader *r) {
    if (!r->s->result.id) return fail(r, "\\result has no meaning here");
    return (struct cvalue){term_extract(r->t, r->s->result, 0, 32), 32, true};
}

/* What the pointer leads to the first byte of; NULL: it is not known. */
static const struct held_object *pointee(const struct creader *r, const struct held_object *o) {
    const struct walk *w = r->s->w;
    term off, p = o && o->size == w->p->ptr_bytes ? held_read(r->t, o, 0, w->p->ptr_bytes) : term_bool(r->t, false);
    uint32_t i = walk_object_at(r->s->w, r->s->st, p, &off);
    o = i != UINT32_MAX && term_is(r->t, off, 0) ? r->s->st->objects.data[i] : NULL;
    return o && o->live && has_name(r->s->known, o) ? o : NULL;
}

/* Bytes of any variable, or of what one points to, as an unsigned word. */
static struct cvalue read_word(struct creader *r) {
    uint64_t at[2]; /* offset, size */
    if (!take(r, "(")) return fail(r, "no (");
    bool follow = take(r, "*");
    size_t len = name_length(r->at);
    const struct held_object *o = find_place(r, r->at, len);
    if (follow) o = pointee(r, o);
    r->at += len;
    for (int i = 0; i < 2; i++) {
        char *end;
        if (!take(r, ",")) return fail(r, "no ,");
        at[i] = strtoull(r->at, &end, 10);
        r->at = end;
    }
    bool inside =
        o && at[0] <= o->size && at[1] <= o->size - at[0] && (at[1] == 1 || at[1] == 2 || at[1] == 4 || at[1] == 8);
    if (!inside || !take(r, ")")) return fail(r, "bytes that do not exist");
    return (struct cvalue){held_read(r->t, o, at[0], (uint32_t)at[1]), 8 * (uint32_t)at[1], false};
}

static struct cvalue read_primary(struct creader *r) {
    if (isdigit((unsigned char)*r->at)) return read_number(r);
    if (take(r, "\\word")) return read_word(r);
    if (take(r, "\\result")) return read_result(r);
    if (take(r, "\\old")) return read_old(r);
    if (take(r, "(")) {
        struct cvalue v = read_expr(r);
        return take(r, ")") ? v : fail(r, "no )");
    }
    return read_place(r);
}

static struct cvalue read_unary(struct creader *r) {
    uint32_t width;
    bool is_signed, is_bool;
    skip(r);
    if (r->failed || ++r->depth > 10000) return fail(r, "too deep");
    if (r->at[0] == '!' && r->at[1] != '=') return r->at++, of_truth(r, term_not(r->t, truth(r, read_unary(r))));
    if (take_cast(r, &width, &is_signed, &is_bool)) {
        struct cvalue v = read_unary(r);
        return is_bool ? as(r, of_truth(r, truth(r, v)), 8, false) : as(r, v, width, is_signed);
    }
    char c = *r->at;
    if (c == '&' && r->at[1] != '&') return r->at++, read_address(r);
    if (c != '~' && c != '-' && c != '+') return read_primary(r);
    r->at++;
    struct cvalue v = promoted(r, read_unary(r));
    term zero = term_const(r->t, v.width, 0);
    if (c == '-') v.v = term_binary(r->t, TERM_BSUB, zero, v.v);
    if (c == '~') v.v = term_binary(r->t, TERM_BXOR, v.v, term_const(r->t, v.width, UINT64_MAX));
    return v;
}

/* Binary operators by rank; longer ones first. */
static const struct coperator {
    const char *text;
    int rank;
    enum term_op is_signed, is_unsigned;
    bool swap, negate;
} operators[] = {
    {"<<", 8, TERM_SHL, TERM_SHL, false, false},   {">>", 8, TERM_ASHR, TERM_LSHR, false, false},
    {"<=", 7, TERM_SLE, TERM_ULE, false, false},   {">=", 7, TERM_SLE, TERM_ULE, true, false},
    {"<", 7, TERM_SLT, TERM_ULT, false, false},    {">", 7, TERM_SLT, TERM_ULT, true, false},
    {"==", 6, TERM_EQ, TERM_EQ, false, false},     {"!=", 6, TERM_EQ, TERM_EQ, false, true},
    {"&&", 2, TERM_AND, TERM_AND, false, false},   {"||", 1, TERM_OR, TERM_OR, false, false},
    {"&", 5, TERM_BAND, TERM_BAND, false, false},  {"^", 4, TERM_BXOR, TERM_BXOR, false, false},
    {"|", 3, TERM_BOR, TERM_BOR, false, false},    {"+", 9, TERM_BADD, TERM_BADD, false, false},
    {"-", 9, TERM_BSUB, TERM_BSUB, false, false},  {"*", 10, TERM_BMUL, TERM_BMUL, false, false},
    {"/", 10, TERM_SDIV, TERM_UDIV, false, false}, {"%", 10, TERM_SREM, TERM_UREM, false, false},
};

static const struct coperator *peek(struct creader *r) {
    skip(r);
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (strncmp(r->at, operators[i].text, strlen(operators[i].text)) == 0) return &operators[i];
    return NULL;
}

static struct cvalue apply(struct creader *r, const struct coperator *o, struct cvalue a, struct cvalue b) {
    if (o->rank <= 2) return of_truth(r, term_binary(r->t, o->is_signed, truth(r, a), truth(r, b)));
    if (o->rank == 8) {
        a = promoted(r, a);
        b = as(r, promoted(r, b), a.width, b.is_signed);
    } else {
        balance(r, &a, &b);
    }
    enum term_op op = a.is_signed ? o->is_signed : o->is_unsigned;
    if (!term_compares(op)) return (struct cvalue){term_binary(r->t, op, a.v, b.v), a.width, a.is_signed};
    term v = walk_compare(r->s->w, r->s->st, op, o->swap ? b.v : a.v, o->swap ? a.v : b.v);
    return of_truth(r, o->negate ? term_not(r->t, v) : v);
}

static struct cvalue read_ranked(struct creader *r, int least) {
    struct cvalue a = read_unary(r);
    const struct coperator *o;
    while (!r->failed && (o = peek(r)) && o->rank >= least) {
        r->at += strlen(o->text);
        a = apply(r, o, a, read_ranked(r, o->rank + 1));
    }
    return a;
}

static struct cvalue read_expr(struct creader *r) {
    struct cvalue c = read_ranked(r, 1);
    if (r->failed || !take(r, "?")) return c;
    struct cvalue a = read_expr(r);
    if (!take(r, ":")) return fail(r, "no :");
    struct cvalue b = read_expr(r);
    balance(r, &a, &b);
    return (struct cvalue){term_ite(r->t, truth(r, c), a.v, b.v), a.width, a.is_signed};
}

bool cscope_condition(const struct cscope *s, const char *text, term *cond, struct str *error) {
    struct creader r = {.s = s, .t = &s->w->t, .at = text, .error = error};
    struct cvalue v = read_expr(&r);
    skip(&r);
    if (!r.failed && *r.at) fail(&r, "text after the expression");
    if (!r.failed) *cond = truth(&r, v);
    return !r.failed;
}

/* ---- names ------------------------------------------------------------------------------------------- */

/* Which of the function's variables of that name it is; 1: the first. */
static uint32_t namesake(const struct function *fn, uint32_t number) {
    uint32_t n = 1;
    for (uint32_t i = 0; i < number; i++)
        if (fn->allocas[i].name && strcmp(fn->allocas[i].name, fn->allocas[number].name) == 0) n++;
    return n;
}

void place_name(const struct walk *w, const struct held_object *o, struct str *out) {
    if (o->kind == HELD_HEAP) str_addf(out, "heap::%u", o->number);
    if (o->kind == HELD_GLOBAL) str_add(out, w->p->globals.data[o->number]->name);
    if (o->kind != HELD_LOCAL) return;
    const char *name = o->fn->allocas[o->number].name;
    uint32_t n = name ? namesake(o->fn, o->number) : 1;
    if (name) str_addf(out, "%s::%s", o->fn->name, name);
    else str_addf(out, "%s::$%u", o->fn->name, o->number);
    if (n > 1) str_addf(out, "#%u", n);
}

bool place_means(const struct walk *w, const char *name, size_t len, const struct held_object *o,
                 const struct function *fn) {
    struct str text = {0};
    place_name(w, o, &text);
    const char *full = str_text(&text), *bare = strstr(full, "::");
    bool means = strlen(full) == len && strncmp(full, name, len) == 0;
    if (!means && bare && o->kind == HELD_LOCAL && o->fn == fn)
        means = strlen(bare + 2) == len && strncmp(bare + 2, name, len) == 0;
    str_release(&text);
    return means;
}
