#include "story/flow.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

#include "base/str.h"
#include "exec/core/bug.h"
#include "ir/ir.h"
#include "story/steps.h"
#include "text/source.h"

enum { MOST_ARROWS = 24, MOST_KEPT = 1 << 16, MOST_NAMES = 16, MOST_TEXT = 400 };

/* An assignment of the run, as far as it is remembered. */
struct defined {
    const char *name, *function, *value;
    uint32_t pos, declared;
};

struct flow_search {
    const struct rerun *r;
    struct source *src;
    struct flow *flow;
    VEC(struct defined) defs; /* in order */
    struct strmap texts;      /* kept once */
};

/* A place whose variables are to be explained: they were assigned before defs[before]. */
struct flow_use {
    const char *file;
    uint32_t line, column;
    const char *function;
    const char *self; /* the variable that is assigned there; NULL: none */
    uint32_t before;
};

static const char *keep(struct flow_search *s, const char *text) {
    uint64_t *found = strmap_find(&s->texts, text);
    if (found) return (const char *)(uintptr_t)*found;
    const char *copy = arena_strdup(&s->flow->arena, text);
    strmap_put(&s->texts, text, (uint64_t)(uintptr_t)copy);
    return copy;
}

/* ---- the run ---------------------------------------------------------------------------------------- */

/* Drops the older half where there are too many: what matters is late. */
static void forget_half(struct flow_search *s) {
    uint32_t half = s->defs.len / 2;
    memmove(s->defs.data, s->defs.data + half, (s->defs.len - half) * sizeof *s->defs.data);
    s->defs.len -= half;
}

static void note(void *owner, struct exec *x, const struct assigned *a) {
    struct flow_search *s = owner;
    struct str value = {0};
    if (!a) return;
    if (s->defs.len == MOST_KEPT) forget_half(s);
    steps_say(x, a, &value);
    vec_push(&s->defs,
             (struct defined){keep(s, a->name), keep(s, a->function), keep(s, str_text(&value)), a->pos, a->declared});
    str_release(&value);
}

/* ---- the text --------------------------------------------------------------------------------------- */

static bool is_name(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The part of the line that the statement at the column is: up to a semicolon, or to a comma outside of brackets. */
static void statement_at(struct flow_search *s, const struct flow_use *u, struct str *out) {
    uint32_t len = 0, depth = 0;
    const char *line = source_line(s->src, u->file, u->line, &len);
    uint32_t from = u->column && u->column <= len ? u->column - 1 : 0;
    for (uint32_t i = from; line && i < len && out->len < MOST_TEXT; i++) {
        char c = line[i];
        if (c == '(' || c == '[' || c == '{') depth++;
        if ((c == ')' || c == ']' || c == '}') && depth) depth--;
        if (u->self && !depth && (c == ',' || c == ';')) return;
        str_add_char(out, c);
    }
}

/* Is the variable's old value part of its new one, as in x += 1 and x++? */
static bool updates(const char *text) {
    while (is_name(*text) || *text == ' ' || *text == ']') text++;
    return (strchr("+-*/%&|^", *text) && *text && (text[1] == '=' || text[1] == *text)) || str_starts(text, "<<=") ||
           str_starts(text, ">>=");
}

static bool is_listed(const char *const *names, uint32_t n, const char *name) {
    for (uint32_t i = 0; i < n; i++)
        if (!strcmp(names[i], name)) return true;
    return false;
}

/* Names in a piece of C, functions, members and literals left out. */
static uint32_t find_names(struct flow_search *s, const char *text, const char **names) {
    uint32_t n = 0;
    for (const char *at = text; *at && n < MOST_NAMES;) {
        if (*at == '"' || *at == '\'') {
            const char quote = *at++;
            while (*at && *at != quote) at += at[0] == '\\' && at[1] ? 2 : 1;
            if (*at) at++;
            continue;
        }
        if (!is_name(*at)) {
            at++;
            continue;
        }
        const char *start = at;
        while (is_name(*at)) at++;
        const char *next = at + strspn(at, " ");
        bool member = start > text && (start[-1] == '.' || (start[-1] == '>' && start - text > 1 && start[-2] == '-'));
        if (isdigit((unsigned char)*start) || *next == '(' || member) continue;
        struct str word = {0};
        str_add_len(&word, start, (size_t)(at - start));
        const char *name = keep(s, str_text(&word));
        str_release(&word);
        if (!is_listed(names, n, name)) names[n++] = name;
    }
    return n;
}

/* ---- arrows ---------------------------------------------------------------------------------------- */

static struct position place(const struct flow_search *s, uint32_t pos) { return s->r->p->positions.data[pos]; }

/* Is the position in the function's text? */
static bool is_within(const struct flow_search *s, uint32_t pos, const char *function) {
    struct position at = place(s, pos);
    for (uint32_t i = 1; i < s->r->p->functions.len; i++) {
        const struct function *f = s->r->p->functions.data[i];
        if (strcmp(f->name, function) != 0 || !ir_has_code(f)) continue;
        struct position first = place(s, f->pos);
        uint32_t last = first.line;
        for (uint32_t k = 0; k < f->ncode; k++)
            if (place(s, f->code[k].pos).file == first.file && place(s, f->code[k].pos).line > last)
                last = place(s, f->code[k].pos).line;
        return at.file == first.file && at.line >= first.line && at.line <= last;
    }
    return false;
}

static bool is_global(const struct flow_search *s, const char *name) {
    for (uint32_t k = 1; k < s->r->p->globals.len; k++)
        if (s->r->p->globals.data[k]->name && !strcmp(s->r->p->globals.data[k]->name, name)) return true;
    return false;
}

/* The last assignment of a variable of that name that the function may mean: its own, whichever function assigned it,
 * or a global one; defs.len: none. */
static uint32_t last_def(const struct flow_search *s, const char *name, const char *function, uint32_t before) {
    for (uint32_t i = before; i-- > 0;) {
        const struct defined *d = &s->defs.data[i];
        if (strcmp(d->name, name) != 0) continue;
        if (!strcmp(d->function, function) || is_within(s, d->declared, function) || is_global(s, name)) return i;
    }
    return s->defs.len;
}

static const char *file_of(const struct flow_search *s, uint32_t pos) {
    uint32_t file = place(s, pos).file;
    return file ? s->r->p->files.data[file] : "";
}

static bool is_known(const struct flow *f, const struct flow_arrow *a) {
    for (uint32_t i = 0; i < f->arrows.len; i++) {
        const struct flow_arrow *b = &f->arrows.data[i];
        if (a->use_line == b->use_line && a->def_line == b->def_line && !strcmp(a->name, b->name) &&
            !strcmp(a->use_file, b->use_file) && !strcmp(a->def_file, b->def_file))
            return true;
    }
    return false;
}

/* A parameter is assigned where its function begins: its value is that of the call, if the call has not returned. */
static bool find_call(const struct flow_search *s, const struct defined *d, struct flow_use *next) {
    const struct bug *bug = s->r->bug;
    for (uint32_t i = 0; i + 1 < bug->stack.len; i++) {
        if (strcmp(bug->stack.data[i].function, d->function) != 0) continue;
        struct position at = s->r->bug_program->positions.data[bug->stack.data[i + 1].pos];
        if (!at.file) return false;
        *next = (struct flow_use){.file = s->r->bug_program->files.data[at.file],
                                  .line = at.line,
                                  .column = at.column,
                                  .function = bug->stack.data[i + 1].function};
        return true;
    }
    return false;
}

static bool is_parameter(const struct flow_search *s, const struct defined *d) {
    for (uint32_t i = 1; i < s->r->p->functions.len; i++) {
        const struct function *f = s->r->p->functions.data[i];
        if (!strcmp(f->name, d->function) && ir_has_code(f)) return place(s, f->pos).line == place(s, d->pos).line;
    }
    return false;
}

typedef VEC(struct flow_use) vec_uses;

static void add_arrow(struct flow_search *s, const struct flow_use *u, uint32_t i, vec_uses *todo) {
    const struct defined *d = &s->defs.data[i];
    struct position at = place(s, d->pos);
    struct flow_arrow a = {.use_file = keep(s, u->file),
                           .use_line = u->line,
                           .def_file = keep(s, file_of(s, d->pos)),
                           .def_line = at.line,
                           .name = d->name,
                           .value = d->value};
    if (!at.line || is_known(s->flow, &a)) return;
    vec_push(&s->flow->arrows, a);
    struct flow_use next = {.file = a.def_file,
                            .line = at.line,
                            .column = at.column,
                            .function = d->function,
                            .self = d->name,
                            .before = i};
    if (!is_parameter(s, d)) {
        vec_push(todo, next);
        return;
    }
    if (!find_call(s, d, &next)) return;
    next.before = i;
    struct flow_arrow call = {.use_file = a.def_file,
                              .use_line = at.line,
                              .def_file = keep(s, next.file),
                              .def_line = next.line,
                              .name = d->name,
                              .value = d->value};
    if (!is_known(s->flow, &call)) vec_push(&s->flow->arrows, call);
    vec_push(todo, next);
}

static void explain(struct flow_search *s, const struct flow_use *u, vec_uses *todo) {
    const char *names[MOST_NAMES];
    struct str text = {0};
    statement_at(s, u, &text);
    bool self = u->self && updates(str_text(&text));
    uint32_t n = find_names(s, str_text(&text), names);
    if (self && n < MOST_NAMES && !is_listed(names, n, u->self)) names[n++] = u->self;
    for (uint32_t i = 0; i < n && s->flow->arrows.len < MOST_ARROWS; i++) {
        bool again = u->self && !strcmp(names[i], u->self) && !self;
        uint32_t def = again ? s->defs.len : last_def(s, names[i], u->function, u->before);
        if (def < s->defs.len) add_arrow(s, u, def, todo);
    }
    str_release(&text);
}

static void follow(struct flow_search *s) {
    const struct bug *bug = s->r->bug;
    struct position at = s->r->bug_program->positions.data[bug->pos];
    vec_uses todo = {0};
    if (!at.file || !bug->stack.len) return;
    vec_push(&todo, ((struct flow_use){.file = s->r->bug_program->files.data[at.file],
                                       .line = at.line,
                                       .function = bug->stack.data[0].function,
                                       .before = s->defs.len}));
    for (uint32_t i = 0; i < todo.len && s->flow->arrows.len < MOST_ARROWS; i++) {
        struct flow_use u = todo.data[i]; /* the list grows */
        explain(s, &u, &todo);
    }
    vec_release(&todo);
}

struct flow *flow_find(const struct rerun *r, struct source *src) {
    struct flow_search s = {.r = r, .src = src, .flow = MEM_NEW(struct flow)};
    assert(r->bug && r->bug_program);
    arena_init(&s.flow->arena);
    strmap_init(&s.texts);
    bool found = steps_watch(r, note, &s);
    if (found) follow(&s);
    strmap_release(&s.texts);
    vec_release(&s.defs);
    if (found) return s.flow;
    flow_free(s.flow);
    return NULL;
}

void flow_free(struct flow *f) {
    if (!f) return;
    vec_release(&f->arrows);
    arena_release(&f->arena);
    mem_free(f);
}
