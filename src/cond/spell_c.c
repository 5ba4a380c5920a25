#include "cond/spell.h"

#include <string.h>

#include "base/str.h"

enum { MOST_DEPTH = 12, MOST_TEXT = 400 /* of one condition */ };

/* One text in the making. */
struct cspell {
    struct exec *x;
    const struct places *places;
    const struct state *st;
    cspell_vars *vars;
    struct str *out;
    bool words; /* also bytes that C has no name for */
};

/* ---- types ----------------------------------------------------------------------------------------- */

static const char *unsigned_of(uint32_t width) {
    switch (width) {
    case 8: return "unsigned char";
    case 16: return "unsigned short";
    case 32: return "unsigned int";
    case 64: return "unsigned long long";
    default: return NULL;
    }
}

static const char *signed_of(uint32_t width) {
    switch (width) {
    case 8: return "signed char";
    case 16: return "short";
    case 32: return "int";
    default: return "long long";
    }
}

/* NONE: no integer; EITHER: the compiler's choice. */
enum sign { SIGN_NONE, SIGN_UNSIGNED, SIGN_SIGNED, SIGN_EITHER };

static enum sign sign_of(const char *type) {
    static const char *const with[] = {"signed char", "short", "int", "long", "long long"};
    static const char *const without[] = {"_Bool",        "unsigned char", "unsigned short",
                                          "unsigned int", "unsigned long", "unsigned long long"};
    for (size_t i = 0; type && i < sizeof with / sizeof *with; i++)
        if (strcmp(type, with[i]) == 0) return SIGN_SIGNED;
    for (size_t i = 0; type && i < sizeof without / sizeof *without; i++)
        if (strcmp(type, without[i]) == 0) return SIGN_UNSIGNED;
    return type && strcmp(type, "char") == 0 ? SIGN_EITHER : SIGN_NONE;
}

static uint64_t size_of(const char *type, bool is32) {
    if (strstr(type, "char") || strcmp(type, "_Bool") == 0) return 1;
    if (strstr(type, "short")) return 2;
    if (strstr(type, "long long")) return 8;
    return strstr(type, "long") && !is32 ? 8 : 4;
}

/* ---- variables -------------------------------------------------------------------------------------- */

struct named {
    const char *name;
    uint32_t pos;
    struct ir_ctype type;
    bool global;
};

static bool is_identifier(const char *name) {
    if (!name || !*name || (*name >= '0' && *name <= '9')) return false;
    return strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(name);
}

/* Does a variable of the function have this name? How many do. */
static uint32_t count_locals(const struct function *f, const char *name) {
    uint32_t n = 0;
    for (uint32_t i = 0; i < f->nallocas; i++)
        if (f->allocas[i].name && strcmp(f->allocas[i].name, name) == 0) n++;
    return n;
}

/* Two frames of one function: an object does not tell whose it is. */
static bool is_active_twice(const struct state *st) {
    for (const struct frame *f = st->top->caller; f; f = f->caller)
        if (f->fn == st->top->fn) return true;
    return false;
}

static bool find_local(const struct cspell *c, const struct mem_object *obj, struct named *found) {
    const struct function *f = c->st->top->fn;
    for (uint32_t i = 0; i < f->nallocas; i++) {
        const struct ir_alloca *a = &f->allocas[i];
        if (a->name != obj->name) continue; /* the very same text: names of other functions are other texts */
        if (count_locals(f, a->name) != 1 || is_active_twice(c->st)) return false;
        *found = (struct named){a->name, a->pos, a->type, false};
        return true;
    }
    return false;
}

static bool find_global(const struct cspell *c, const struct mem_object *obj, struct named *found) {
    const struct program *p = c->x->p;
    if (count_locals(c->st->top->fn, obj->name)) return false; /* hides it, perhaps */
    for (uint32_t i = 1; i < p->globals.len; i++) {
        const struct ir_global *g = p->globals.data[i];
        if (g->address != obj->base) continue;
        *found = (struct named){g->name, g->pos, g->type, true};
        return true;
    }
    return false;
}

/* The variable that the place lies in: an integer, or an element of an array. */
static bool find_variable(const struct cspell *c, const struct place *place, struct named *found, uint64_t *index) {
    if (place->kind != PLACE_MEMORY) return false;
    const struct mem_object *obj = space_find(&c->st->space, place->addr);
    if (!obj || !obj->live || !is_identifier(obj->name)) return false;
    if (!(obj->kind == OBJECT_GLOBAL ? find_global(c, obj, found) : find_local(c, obj, found))) return false;
    if (!sign_of(found->type.integer) || size_of(found->type.integer, c->x->p->is32) != place->size) return false;
    uint64_t off = place->addr - obj->base;
    *index = off / place->size;
    return found->type.array ? off % place->size == 0 : obj->size == place->size;
}

static void note_variable(struct cspell *c, const struct named *v) {
    for (uint32_t i = 0; i < c->vars->len; i++)
        if (strcmp(c->vars->data[i].name, v->name) == 0 && c->vars->data[i].pos == v->pos) return;
    vec_push(c->vars, (struct cspell_var){v->name, v->pos, v->global});
}

/* The only frame whose function has this variable; NULL: none, or several. */
static const struct frame *frame_with(const struct state *st, const char *name) {
    const struct frame *found = NULL;
    for (const struct frame *f = st->top; f; f = f->caller)
        for (uint32_t i = 0; i < f->fn->nallocas; i++) {
            if (f->fn->allocas[i].name != name) continue; /* the very same text */
            if (found || count_locals(f->fn, name) != 1) return NULL;
            found = f;
        }
    return found;
}

/* Bytes of a variable in the language of certificates, as an unsigned word: fields, variables of callers, parts. */
static bool add_word(const struct cspell *c, const struct place *place, struct str *out) {
    const struct mem_object *obj =
        c->words && place->kind == PLACE_MEMORY ? space_find(&c->st->space, place->addr) : NULL;
    if (!obj || !obj->live || !is_identifier(obj->name) || place->size > 8 || (place->size & (place->size - 1)))
        return false;
    bool global = obj->kind == OBJECT_GLOBAL;
    const struct frame *f = global ? NULL : frame_with(c->st, obj->name);
    if (!f && (!global || count_locals(c->st->top->fn, obj->name))) return false;
    str_addf(out, "\\word(%s%s%s, %llu, %llu)", f ? f->fn->name : "", f ? "::" : "", obj->name,
             (unsigned long long)(place->addr - obj->base), (unsigned long long)place->size);
    return true;
}

/* Appends the variable that e is, as it is written, and says how it counts; SIGN_NONE if it
 * is none. */
static enum sign name_of(struct cspell *c, expr e, struct str *out) {
    struct expr_pool *pool = c->x->sym->pool;
    const struct place *place = expr_op(pool, e) == EXPR_SYM ? places_find(c->places, expr_symbol(pool, e)) : NULL;
    struct named v = {0};
    uint64_t index = 0;
    if (!place || expr_width(pool, e) != place->size * 8) return SIGN_NONE;
    if (!find_variable(c, place, &v, &index)) return add_word(c, place, out) ? SIGN_UNSIGNED : SIGN_NONE;
    str_add(out, v.name);
    if (v.type.array) str_addf(out, "[%llu]", (unsigned long long)index);
    note_variable(c, &v);
    return sign_of(v.type.integer);
}

/* ---- numbers ------------------------------------------------------------------------------------------ */

static void add_number(struct cspell *c, uint64_t v, uint32_t w, enum sign sign) {
    int64_t number = (int64_t)(v << (64 - w)) >> (64 - w);
    if (sign == SIGN_UNSIGNED) str_addf(c->out, "%llu%s", (unsigned long long)v, w == 64 ? "ULL" : "U");
    else if (number == INT64_MIN) str_add(c->out, "(-9223372036854775807LL - 1)");
    else if (number < 0 && w == 64) str_addf(c->out, "(%lldLL)", (long long)number);
    else if (number == INT32_MIN && w == 32) str_add(c->out, "(-2147483647 - 1)");
    else str_addf(c->out, number < 0 ? "(%lld)" : w == 64 ? "%lldLL" : "%lld", (long long)number);
}

/* ---- expressions -------------------------------------------------------------------------------------- */

static bool add_value(struct cspell *c, expr e, int depth);

static bool add_kid(struct cspell *c, expr e, int i, int depth) {
    return add_value(c, expr_kid(c->x->sym->pool, e, i), depth + 1);
}

typedef bool (*kid_fn)(struct cspell *c, expr e, int i, int depth);

/* a SIGN b), behind what opens it */
static bool add_both(struct cspell *c, expr e, kid_fn add, const char *sign, int depth) {
    if (!add(c, e, 0, depth)) return false;
    str_addf(c->out, " %s ", sign);
    if (!add(c, e, 1, depth)) return false;
    str_add_char(c->out, ')');
    return true;
}

/* (a SIGN b). Narrow operands would be computed as int: `before` makes the operation
 * unsigned, and the type is put back. */
static bool add_binary(struct cspell *c, expr e, const char *type, const char *before, const char *sign, int depth) {
    bool narrow = expr_width(c->x->sym->pool, e) < 32;
    if (narrow) str_addf(c->out, "(%s)", type);
    str_addf(c->out, "(%s", narrow ? before : "");
    return add_both(c, e, add_kid, sign, depth);
}

/* (a SIGN b) */
static bool add_compared(struct cspell *c, expr e, const char *sign, int depth) {
    str_add_char(c->out, '(');
    return add_both(c, e, add_kid, sign, depth);
}

/* The kid as a signed number: variables and constants as they are. */
static bool add_signed_kid(struct cspell *c, expr e, int i, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    expr kid = expr_kid(pool, e, i);
    uint32_t w = expr_width(pool, kid);
    if (expr_is_const(pool, kid)) {
        add_number(c, expr_value(pool, kid), w, SIGN_SIGNED);
        return true;
    }
    struct str name = {0};
    bool plain = name_of(c, kid, &name) == SIGN_SIGNED;
    if (plain) str_add(c->out, str_text(&name));
    str_release(&name);
    if (plain) return true;
    str_addf(c->out, "(%s)", signed_of(w));
    return add_value(c, kid, depth + 1);
}

static bool add_signed(struct cspell *c, expr e, const char *sign, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    if (!unsigned_of(expr_width(pool, expr_kid(pool, e, 0)))) return false;
    str_add_char(c->out, '(');
    return add_both(c, e, add_signed_kid, sign, depth);
}

/* BEFORE a AFTER */
static bool add_unary(struct cspell *c, expr e, const char *before, const char *after, int depth) {
    str_add(c->out, before);
    if (!add_kid(c, e, 0, depth)) return false;
    str_add(c->out, after);
    return true;
}

static bool add_constant(struct cspell *c, expr e) {
    struct expr_pool *pool = c->x->sym->pool;
    uint32_t w = expr_width(pool, e);
    if (w != 1 && !unsigned_of(w)) return false;
    str_addf(c->out, "%llu%s", (unsigned long long)expr_value(pool, e), w == 64 ? "ULL" : w == 32 ? "U" : "");
    return true;
}

/* A variable as an unsigned number. */
static bool add_symbol(struct cspell *c, expr e) {
    uint32_t w = expr_width(c->x->sym->pool, e);
    const char *type = unsigned_of(w);
    struct str name = {0};
    enum sign sign = type ? name_of(c, e, &name) : SIGN_NONE;
    if (sign && !(sign == SIGN_UNSIGNED && w >= 32)) str_addf(c->out, "(%s)", type);
    str_add(c->out, str_text(&name));
    str_release(&name);
    return sign != SIGN_NONE;
}

/* Of width 1. */
static bool add_truth(struct cspell *c, expr e, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    uint32_t w = expr_width(pool, expr_kid(pool, e, 0));
    bool wide = unsigned_of(w) || w == 1;
    switch (expr_op(pool, e)) {
    case EXPR_NOT: return add_unary(c, e, "!", "", depth);
    case EXPR_AND: return add_compared(c, e, "&&", depth);
    case EXPR_OR: return add_compared(c, e, "||", depth);
    case EXPR_XOR: return add_compared(c, e, "!=", depth);
    case EXPR_EQ: return wide && add_compared(c, e, "==", depth);
    case EXPR_ULT: return wide && add_compared(c, e, "<", depth);
    case EXPR_ULE: return wide && add_compared(c, e, "<=", depth);
    case EXPR_SLT: return add_signed(c, e, "<", depth);
    case EXPR_SLE: return add_signed(c, e, "<=", depth);
    default: return false;
    }
}

static bool add_extended(struct cspell *c, expr e, const char *type, bool sign, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    uint32_t from = expr_width(pool, expr_kid(pool, e, 0));
    struct str before = {0};
    if (from != 1 && !unsigned_of(from)) return false;
    str_addf(&before, "(%s)", type);
    if (sign && from == 1) str_add(&before, "-");
    else if (sign) str_addf(&before, "(%s)", signed_of(from));
    bool ok = add_unary(c, e, str_text(&before), "", depth);
    str_release(&before);
    return ok;
}

static bool add_operation(struct cspell *c, expr e, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    uint32_t w = expr_width(pool, e);
    const char *type = unsigned_of(w);
    struct str before = {0};
    if (!type) return false;
    str_addf(&before, expr_op(pool, e) == EXPR_NEG ? "(%s)(0U - " : "(%s)(~", type);
    bool ok = false;
    switch (expr_op(pool, e)) {
    case EXPR_ADD: ok = add_binary(c, e, type, "0U + ", "+", depth); break;
    case EXPR_MUL: ok = add_binary(c, e, type, "1U * ", "*", depth); break;
    case EXPR_AND: ok = add_binary(c, e, type, "", "&", depth); break;
    case EXPR_OR: ok = add_binary(c, e, type, "", "|", depth); break;
    case EXPR_XOR: ok = add_binary(c, e, type, "", "^", depth); break;
    case EXPR_NEG:
    case EXPR_NOT: ok = add_unary(c, e, str_text(&before), ")", depth); break;
    case EXPR_ZEXT: ok = add_extended(c, e, type, false, depth); break;
    case EXPR_SEXT: ok = add_extended(c, e, type, true, depth); break;
    default: break;
    }
    str_release(&before);
    return ok;
}

/* Appends e as a C expression that binds tightly: of an unsigned type, or 0 or 1. */
static bool add_value(struct cspell *c, expr e, int depth) {
    struct expr_pool *pool = c->x->sym->pool;
    if (depth > MOST_DEPTH) return false;
    switch (expr_op(pool, e)) {
    case EXPR_CONST: return add_constant(c, e);
    case EXPR_SYM: return add_symbol(c, e);
    default: return expr_width(pool, e) == 1 ? add_truth(c, e, depth) : add_operation(c, e, depth);
    }
}

/* ---- arcs -------------------------------------------------------------------------------------------- */

/* "x >= 3 && x <= 7"; an end at the edge of the type says nothing. flip: the sign bit, for
 * signed ones. */
static void add_ends(struct cspell *c, const struct arc *a, const char *name, enum sign sign, uint64_t flip) {
    uint32_t w = expr_width(c->x->sym->pool, a->word);
    bool lower = (a->lo ^ flip) != 0, upper = (a->hi ^ flip) != UINT64_MAX >> (64 - w);
    if (lower) str_addf(c->out, "%s >= ", name), add_number(c, a->lo, w, sign);
    if (upper) str_addf(c->out, "%s%s <= ", lower ? " && " : "", name), add_number(c, a->hi, w, sign);
}

/* Of a variable, as one would write it. False: it is none, or the arc goes over an edge of
 * its type. */
static bool add_plain_arc(struct cspell *c, const struct arc *a) {
    uint32_t w = expr_width(c->x->sym->pool, a->word);
    struct str name = {0};
    enum sign sign = name_of(c, a->word, &name);
    uint64_t m = UINT64_MAX >> (64 - w), flip = sign == SIGN_SIGNED ? (m >> 1) + 1 : 0;
    bool one = a->lo == a->hi, all_but_one = ((a->lo - 2) & m) == a->hi;
    bool ok = (sign == SIGN_SIGNED || sign == SIGN_UNSIGNED) && (all_but_one || (a->lo ^ flip) <= (a->hi ^ flip));
    if (ok && (one || all_but_one)) {
        str_addf(c->out, "%s %s ", str_text(&name), one ? "==" : "!=");
        add_number(c, one ? a->lo : (a->lo - 1) & m, w, sign);
    } else if (ok) {
        add_ends(c, a, str_text(&name), sign, flip);
    }
    str_release(&name);
    return ok;
}

/* word - lo <= hi - lo, modulo 2^w */
static bool add_arc(struct cspell *c, const struct arc *a) {
    uint32_t w = expr_width(c->x->sym->pool, a->word);
    const char *type = unsigned_of(w);
    uint64_t m = UINT64_MAX >> (64 - w);
    if (add_plain_arc(c, a)) return true;
    if (!type) return false;
    str_addf(c->out, "(%s)(", type);
    if (!add_value(c, a->word, 0)) return false;
    str_addf(c->out, " - %lluU%s) <= %lluU%s", (unsigned long long)a->lo, w == 64 ? "LL" : "",
             (unsigned long long)((a->hi - a->lo) & m), w == 64 ? "LL" : "");
    return true;
}

/* ---- facts ------------------------------------------------------------------------------------------- */

/* Brackets around the whole of a comparison are not needed between &&. */
static bool is_enclosed(const char *text) {
    int depth = 0;
    if (*text != '(' || strstr(text, "&&") || strstr(text, "||")) return false;
    for (; *text; text++) {
        depth += (*text == '(') - (*text == ')');
        if (!depth) return !text[1];
    }
    return false;
}

/* Appends what was written to `part`, if it was written and is not too long, and empties it. */
static void take_part(struct str *part, bool ok, struct str *out) {
    bool bare = ok && is_enclosed(str_text(part));
    if (ok && part->len && part->len <= MOST_TEXT)
        str_addf(out, "%.*s\n", (int)part->len - 2 * bare, str_text(part) + bare);
    str_clear(part);
}

void cspell_fact(struct exec *x, const struct places *places, const struct state *st, const struct fact *f,
                 cspell_vars *vars, bool words, struct str *out) {
    struct str part = {0};
    struct cspell c = {x, places, st, vars, &part, words};
    for (uint32_t i = 0; i < f->arcs.len; i++) take_part(&part, add_arc(&c, &f->arcs.data[i]), out);
    for (uint32_t i = 0; i < f->conds.len; i++) take_part(&part, add_value(&c, f->conds.data[i], 0), out);
    str_release(&part);
}
