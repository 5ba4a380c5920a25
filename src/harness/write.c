#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/context.h"
#include "harness/inside.h"
#include "harness/spell.h"

enum { MOST_LINES = 3000, INDENT = 4 };

/* ---- text -------------------------------------------------------------------------------------------- */

static void add_line(struct harness_writer *w, const char *format, va_list args) {
    if (++w->lines > MOST_LINES) w->too_long = true;
    str_addf(w->out, "%*s", (int)(w->indent * INDENT), "");
    str_vaddf(w->out, format, args);
    str_add_char(w->out, '\n');
}

void write_line(struct harness_writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_line(w, format, args);
    va_end(args);
}

void write_open(struct harness_writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    add_line(w, format, args);
    va_end(args);
    w->indent++;
}

void write_close(struct harness_writer *w, const char *text) {
    w->indent--;
    write_line(w, "%s", text);
}

static void note(struct harness_writer *w, const char *narrows, const char *format, va_list args) {
    struct str text = {0};
    bool known = false;
    str_vaddf(&text, format, args);
    for (uint32_t i = 0; i < w->h->assumptions.len; i++)
        known |= strcmp(w->h->assumptions.data[i].text, str_text(&text)) == 0;
    struct harness_assumption one = {arena_strdup(&w->h->arena, str_text(&text)), narrows};
    if (!known) vec_push(&w->h->assumptions, one);
    str_release(&text);
}

void write_assumption(struct harness_writer *w, const char *format, ...) {
    va_list args;
    va_start(args, format);
    note(w, NULL, format, args);
    va_end(args);
}

void write_size(struct harness_writer *w, uint64_t n, const char *format, ...) {
    va_list args;
    va_start(args, format);
    note(w, write_text(w, "inputs up to %llu", (unsigned long long)n), format, args);
    va_end(args);
}

/* ---- parameters -------------------------------------------------------------------------------------- */

static bool fail(struct harness_writer *w, const char *name, const char *why) {
    if (!w->error->len) str_addf(w->error, "not supported: parameter '%s' %s", name, why);
    return false;
}

/* The type without qualifiers of its own: a variable must be written. */
static struct c_type *unqualified(struct c_type *t) {
    while (t->kind >= C_CONST && t->kind <= C_ATOMIC) t = t->base;
    return t->kind == C_TYPEDEF && (c_has(t, C_CONST) || c_has(t, C_VOLATILE)) ? unqualified(t->base) : t;
}

static bool is_argument_list(const struct c_type *t) {
    for (; t->kind == C_TYPEDEF || (t->kind >= C_CONST && t->kind <= C_ATOMIC); t = t->base)
        if (t->kind == C_TYPEDEF && strstr(t->name, "va_list")) return true;
    const struct c_type *to = t->kind == C_POINTER ? c_plain(t->base) : NULL;
    return to && to->kind == C_STRUCT && strcmp(to->name, "__va_list_tag") == 0;
}

/* Variables are called as the parameters are; the function must not be hidden by one. */
static const char *variable_of(struct harness_writer *w, uint32_t i) {
    const char *name = w->of->parameters.data[i].name;
    if (!*name) return write_text(w, "a%u", i + 1);
    return strcmp(name, w->wish->function) == 0 ? write_text(w, "%s_", name) : name;
}

static bool declare_parameter(struct harness_writer *w, uint32_t i) {
    const struct c_parameter *p = &w->of->parameters.data[i];
    struct str text = {0};
    const char *name = variable_of(w, i);
    if (!p->type) return fail(w, name, "is not described by debug information");
    if (is_argument_list(p->type)) return fail(w, name, "is a va_list");
    bool ok = spell_declaration(unqualified(p->type), name, &text);
    write_line(w, "%s;", str_text(&text));
    str_release(&text);
    return ok || fail(w, name, "has a type without a name");
}

static bool is_pointer(const struct harness_writer *w, uint32_t i) {
    return c_plain(w->of->parameters.data[i].type)->kind == C_POINTER;
}

static bool may_alias(const struct harness_writer *w, uint32_t i, uint32_t j) {
    struct c_type *a = w->of->parameters.data[i].type, *b = w->of->parameters.data[j].type;
    if (!is_pointer(w, i) || c_has(a, C_RESTRICT) || c_has(b, C_RESTRICT)) return false;
    struct c_type *x = c_plain(c_plain(a)->base), *y = c_plain(c_plain(b)->base);
    if (x->kind == C_FUNCTION || y->kind == C_FUNCTION || x->open || y->open) return false;
    bool bytes = (x->size <= 1 || x->kind == C_VOID) && (y->size <= 1 || y->kind == C_VOID);
    return x == y || bytes || (x->kind == y->kind && *x->name && strcmp(x->name, y->name) == 0);
}

static struct harness_place place_of(struct harness_writer *w, uint32_t i) {
    const struct c_parameter *p = &w->of->parameters.data[i];
    return (struct harness_place){variable_of(w, i), unqualified(p->type), 0, p->nonnull, p->bytes, false, false};
}

/* A second pointer may be a first one again. */
static void write_aliases(struct harness_writer *w, uint32_t i) {
    for (uint32_t j = 0; j < i && w->wish->opt->sym_alias; j++) {
        struct harness_place a = place_of(w, j), b = place_of(w, i);
        if (!may_alias(w, j, i)) continue;
        if (!pointer_fits(w, &a, &b)) {
            write_assumption(w, "'%s' and '%s', of different sizes, point to different objects", a.path, b.path);
            continue;
        }
        write_line(w, "%s = harness_pointer(\"%s == %s\", %s, %s);", b.path, b.path, a.path, a.path, b.path);
        if (b.nonnull && !a.nonnull) write_line(w, "klee_assume(%s != 0);", b.path);
    }
}

static void write_parameter(struct harness_writer *w, uint32_t i) {
    struct harness_place place = place_of(w, i);
    write_value(w, &place);
    if (is_pointer(w, i)) write_aliases(w, i);
}

/* A parameter that counts what others point to. */
static void limit_counts(struct harness_writer *w) {
    for (uint32_t i = 0; i < w->of->parameters.len; i++) {
        const char *count = size_parameter(w, variable_of(w, i));
        if (!count || !is_pointer(w, i)) continue;
        write_line(w, "klee_assume(%s >= 0 && %s <= %llu);", count, count, (unsigned long long)most_elements(w));
    }
}

static void tell_aliases(struct harness_writer *w) {
    if (w->objects && (w->of->own.len || w->of->others.len || w->of->bitcode))
        write_assumption(w, "parameters do not lead to global variables");
    if (w->objects < 2) return;
    if (w->wish->opt->sym_alias)
        write_assumption(
            w,
            "all pointers lead to different objects, but two parameters of one type, if not restrict, may point to the "
            "start of the same one (--no-alias)");
    else write_assumption(w, "all pointers lead to different objects (--no-alias)");
}

static void write_parameters(struct harness_writer *w) {
    for (uint32_t i = 0; i < w->of->parameters.len; i++)
        if (!is_pointer(w, i)) write_parameter(w, i);
    limit_counts(w);
    for (uint32_t i = 0; i < w->of->parameters.len; i++)
        if (is_pointer(w, i)) write_parameter(w, i);
    tell_aliases(w);
}

/* The result is kept, so that what it points to is not lost. */
static void write_call(struct harness_writer *w) {
    struct str call = {0};
    str_addf(&call, "%s(", w->wish->function);
    for (uint32_t i = 0; i < w->of->parameters.len; i++) str_addf(&call, "%s%s", i ? ", " : "", variable_of(w, i));
    str_add(&call, ")");
    bool keeps = w->of->result && c_plain(w->of->result)->kind == C_POINTER;
    if (keeps) write_line(w, "static const volatile void *harness_result;");
    write_line(w, "%s%s;", keeps ? "harness_result = " : "", str_text(&call));
    write_line(w, "return 0;");
    str_release(&call);
}

/* ---- global variables -------------------------------------------------------------------------------- */

/* Variables that no text outside their block or file can name. */
static void tell_hidden(const struct c_global *g, struct str *names) {
    str_addf(names, "%s%s", names->len ? ", " : "", g->name);
}

static bool declare_other(const struct c_global *g, struct str *out) {
    struct str text = {0};
    bool ok = spell_declaration(g->type, g->name, &text);
    if (ok) str_addf(out, "extern %s;\n", str_text(&text));
    str_release(&text);
    return ok;
}

static void write_global(struct harness_writer *w, const struct c_global *g) {
    struct harness_place p = {g->name, g->type, 0, false, 0, false, false};
    write_value(w, &p);
}

static void write_globals(struct harness_writer *w, struct str *declarations) {
    struct str hidden = {0};
    for (uint32_t i = 0; i < w->of->own.len; i++)
        if (w->of->own.data[i].inside) tell_hidden(&w->of->own.data[i], &hidden);
        else write_global(w, &w->of->own.data[i]);
    for (uint32_t i = 0; i < w->of->others.len; i++) {
        const struct c_global *g = &w->of->others.data[i];
        if (!g->inside && !g->is_static && declare_other(g, declarations)) write_global(w, g);
        else tell_hidden(g, &hidden);
    }
    if (w->of->bitcode) write_assumption(w, "global variables of files that are not C have their initial values");
    if (hidden.len)
        write_assumption(w, "static variables that other files cannot name have their initial values: %s",
                         str_text(&hidden));
    str_release(&hidden);
}

/* ---- the whole --------------------------------------------------------------------------------------- */

/* Objects that a function gets are kept, so that they are no leak when the function drops them. */
static void write_helpers(const struct harness_writer *w, struct str *out) {
    str_addf(out,
             "\n/* Fresh memory; getting it does not fail here. */\n"
             "static void *harness_object(__SIZE_TYPE__ n) {\n"
             "    static void *kept[%u]; /* not lost, whatever becomes of the pointers */\n"
             "    static unsigned count;\n"
             "    void *p = __builtin_malloc(n);\n"
             "    klee_assume(p != 0);\n"
             "    kept[count++ %% %u] = p;\n"
             "    return p;\n"
             "}\n",
             w->objects, w->objects);
    str_add(out, "\n/* Either of two pointers. No branch: it is decided where it matters. */\n"
                 "static void *harness_pointer(const char *is_first, const volatile void *first, const volatile void "
                 "*second) {\n"
                 "    __UINTPTR_TYPE__ mask = -(__UINTPTR_TYPE__)klee_range(0, 2, is_first);\n"
                 "    return (void *)(((__UINTPTR_TYPE__)first & mask) | ((__UINTPTR_TYPE__)second & ~mask));\n"
                 "}\n");
}

static void write_head(struct harness_writer *w, struct str *out) {
    const struct harness_wish *wish = w->wish;
    str_addf(out, "/* Calls %s of %s with arbitrary arguments: edit what is too much or too little.\n", wish->function,
             wish->include);
    if (strcmp(wish->entry, "main") != 0) str_addf(out, " * Starts in %s (--entry %s).\n", wish->entry, wish->entry);
    for (uint32_t i = 0; i < w->h->assumptions.len; i++)
        str_addf(out, " * Assuming that %s.\n", w->h->assumptions.data[i].text);
    str_addf(out, " */\n#include \"%s\"\n\n", wish->include);
    str_add(out, "void klee_make_symbolic(void *p, __SIZE_TYPE__ n, const char *name);\n"
                 "void klee_assume(__UINTPTR_TYPE__ condition);\n"
                 "int klee_range(int begin, int end, const char *name); /* begin <= result < end */\n");
    if (w->streams) str_add(out, "struct _IO_FILE *tmpfile(void);\n");
    if (w->objects) write_helpers(w, out);
    str_add_char(out, '\n');
}

struct texts {
    struct str globals, declarations, body;
};

static bool write_once(struct harness_writer *w, struct texts *t) {
    bool ok = sizes_are_valid(w);
    w->indent = 1;
    w->out = &t->globals;
    if (w->wish->opt->sym_globals) write_globals(w, &t->declarations);
    else if (w->of->own.len || w->of->others.len || w->of->bitcode)
        write_assumption(w, "global variables have their initial values (--sym-globals makes them arbitrary)");
    w->out = &t->body;
    for (uint32_t i = 0; i < w->of->parameters.len && ok; i++) ok = declare_parameter(w, i);
    if (ok && t->globals.len) write_line(w, "harness_globals();");
    if (ok) write_parameters(w);
    if (ok) write_call(w);
    return ok && !w->error->len;
}

static void put_together(struct harness_writer *w, const struct texts *t, struct str *out) {
    write_head(w, out);
    if (t->declarations.len) str_addf(out, "%s\n", str_text(&t->declarations));
    str_add(out, str_text(&w->stubs));
    if (t->globals.len) str_addf(out, "static void harness_globals(void) {\n%s}\n\n", str_text(&t->globals));
    str_addf(out, "int %s(void) {\n%s}\n", w->wish->entry, str_text(&t->body));
}

/* Does every --sym-size name a pointer that there is? */
static bool all_used(struct harness_writer *w) {
    for (uint32_t i = 0; i < w->used.len; i++) {
        const char *text = w->wish->opt->sym_size.data[i], *equal = strrchr(text, '=');
        if (!equal || w->used.data[i]) continue;
        str_addf(w->error, "--sym-size %s: there is no pointer '%.*s'", text, (int)(equal - text), text);
        return false;
    }
    return true;
}

/* With objects up to this far away; *again: too many for one text. */
static bool write_to_depth(struct harness_writer *w, uint64_t depth, struct str *out, bool *again) {
    struct texts t = {0};
    w->depth = depth;
    w->lines = w->nstubs = w->objects = 0;
    w->too_long = w->streams = false;
    w->h->assumptions.len = w->h->inputs.len = 0;
    str_clear(&w->stubs);
    bool ok = write_once(w, &t) && (w->too_long || all_used(w));
    *again = ok && w->too_long;
    if (ok && !w->too_long) put_together(w, &t, out);
    w->out = NULL;
    str_release(&t.globals);
    str_release(&t.declarations);
    str_release(&t.body);
    return ok;
}

bool harness_write(const struct harness_wish *wish, const struct prototype *of, struct harness *h, struct str *text,
                   struct str *error) {
    struct harness_writer w = {.wish = wish, .of = of, .h = h, .error = error};
    memset(h, 0, sizeof *h);
    arena_init(&h->arena);
    h->entry = arena_strdup(&h->arena, wish->entry);
    if (of->variadic) {
        str_addf(error, "not supported: '%s' takes a variable number of arguments", wish->function);
        return false;
    }
    vec_resize(&w.used, wish->opt->sym_size.len);
    bool again = true, ok = true;
    for (uint64_t depth = (uint64_t)wish->opt->sym_depth; again && ok && depth; depth--)
        ok = write_to_depth(&w, depth, text, &again);
    if (ok && again) str_addf(error, "not supported: the parameters are too large (a smaller --sym-size may help)");
    str_release(&w.stubs);
    vec_release(&w.used);
    return ok && !again;
}

void harness_release(struct harness *h) {
    vec_release(&h->assumptions);
    vec_release(&h->inputs);
    arena_release(&h->arena);
    memset(h, 0, sizeof *h);
}
