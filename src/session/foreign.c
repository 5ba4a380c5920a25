#include "session/foreign.h"

#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "ir/cfg.h"
#include "ir/loops.h"

enum { ROUNDS = 100 /* of places that are found to change */ };

void foreign_init(struct foreign_witness *f) {
    *f = (struct foreign_witness){.model = ""};
    arena_init(&f->arena);
}

void foreign_release(struct foreign_witness *f) {
    vec_release(&f->invariants);
    arena_release(&f->arena);
}

/* ---- reading ----------------------------------------------------------------------------------------- */

bool foreign_is_witness(const char *path) {
    struct str text = {0};
    bool is = str_read_file(&text, path) && strspn(str_text(&text), " \t\r\n") < text.len &&
              str_text(&text)[strspn(str_text(&text), " \t\r\n")] != '{' &&
              strstr(str_text(&text), "entry_type") != NULL;
    str_release(&text);
    return is;
}

/* Behind "KEY: ", where the value of a line begins; NULL: the line has no key. */
static const char *value_in(const char *line, size_t len) {
    const char *colon = memchr(line, ':', len);
    const char *quote = memchr(line, '"', len), *mark = memchr(line, '\'', len);
    if (!colon || (quote && quote < colon) || (mark && mark < colon)) return NULL;
    if (colon + 1 < line + len && colon[1] != ' ') return NULL;
    for (colon++; colon < line + len && *colon == ' ';) colon++;
    return colon;
}

static size_t indent_of(const char *line, size_t len) {
    size_t n = 0;
    while (n < len && (line[n] == ' ' || (line[n] == '-' && n + 1 < len && line[n + 1] == ' '))) n++;
    return n;
}

/* Does the quoted value end in its line? */
static bool is_closed(const char *value, size_t len) {
    bool open = true;
    for (size_t i = 1; i < len; i++) {
        if (*value == '"' && value[i] == '\\') i++;
        else if (value[i] == *value) open = !open;
    }
    return !open;
}

static void add_trimmed(struct str *out, const char *line, size_t len) {
    while (len && (*line == ' ' || *line == '\t')) line++, len--;
    while (len && (line[len - 1] == ' ' || line[len - 1] == '\r')) len--;
    str_add_len(out, line, len);
}

/* Takes the lines that belong to the value which ends in out: those that are further in than its key, up to the closing
 * quote if it has one. */
static const char *join_value(const char *next, size_t key, size_t begins, struct str *out) {
    const char *value = str_text(out) + begins;
    bool quoted = *value == '"' || *value == '\'',
         block = (*value == '|' || *value == '>') && strspn(value + 1, "+-") == strlen(value + 1);
    if (block) out->len = begins, str_add_char(out, '"');
    for (const char *end; *next; next = *end ? end + 1 : end) {
        end = strchrnul(next, '\n');
        size_t len = (size_t)(end - next), indent = indent_of(next, len);
        if (quoted ? is_closed(str_text(out) + begins, out->len - begins) : indent < len && indent <= key) break;
        if (!quoted && !block && value_in(next + indent, len - indent)) break;
        if (quoted && out->data[out->len - 1] == '\\') out->len--;
        else if (out->len > begins + 1) str_add_char(out, ' ');
        add_trimmed(out, next, len);
    }
    if (block) str_add_char(out, '"');
    return next;
}

/* Values that go over several lines on one. */
static void join_lines(const char *text, struct str *out) {
    for (const char *end; *text; text = *end ? end + 1 : end) {
        end = strchrnul(text, '\n');
        size_t len = (size_t)(end - text), indent = indent_of(text, len), begins;
        const char *value = value_in(text + indent, len - indent);
        begins = out->len + (value ? (size_t)(value - text) : 0);
        str_add_len(out, text, len);
        while (out->len > begins && (out->data[out->len - 1] == '\r' || out->data[out->len - 1] == ' ')) out->len--;
        if (value && out->len > begins && *end) {
            const char *next = join_value(end + 1, indent, begins, out);
            end = next - 1;
        }
        str_add_char(out, '\n');
    }
}

/* A scalar on one line; NULL: we do not read such a scalar. */
static const char *scalar(struct foreign_witness *f, const char *p, size_t len) {
    struct str out = {0};
    while (len && (p[len - 1] == ' ' || p[len - 1] == '\r')) len--;
    char quote = len ? *p : 0;
    bool quoted = quote == '"' || quote == '\'',
         fine = len && (quoted ? len > 1 && p[len - 1] == quote : !strchr("|>&*{[", quote));
    for (size_t i = quoted; fine && i < len - quoted; i++) {
        bool escape = (quote == '"' && p[i] == '\\') || (quote == '\'' && p[i] == '\'');
        if (escape && i + 1 < len - quoted) i++;
        str_add_char(&out, p[i]);
    }
    const char *text = fine ? arena_strdup(&f->arena, str_text(&out)) : NULL;
    str_release(&out);
    return text;
}

/* "key: value" in a line; the value may be empty. */
static const char *value_of(const char *line, size_t len, const char *key, size_t *rest) {
    size_t n = strlen(key);
    if (len <= n || strncmp(line, key, n) != 0 || line[n] != ':') return NULL;
    size_t at = n + 1 + strspn(line + n + 1, " ");
    if (at > len) at = len;
    *rest = len - at;
    return line + at;
}

/* The invariant's member that the line is about, if it is one. False: its value cannot be read. */
static bool read_member(struct foreign_witness *f, struct foreign_invariant *v, const char *line, size_t len) {
    const char **const texts[] = {&v->type, &v->file, &v->function, &v->value, &v->format};
    static const char *const names[] = {"type", "file_name", "function", "value", "format"};
    size_t rest;
    const char *at = value_of(line, len, "line", &rest);
    if (at) return v->line = (uint32_t)strtoul(at, NULL, 10), true;
    at = value_of(line, len, "column", &rest);
    if (at) return v->column = (uint32_t)strtoul(at, NULL, 10), true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        at = value_of(line, len, names[i], &rest);
        if (!at) continue;
        const char *text = scalar(f, at, rest);
        if (text) *texts[i] = text;
        return text != NULL;
    }
    return true;
}

static bool read_line(struct foreign_witness *f, const char *line, size_t len, bool *inside, struct str *error) {
    size_t rest, skipped = 0;
    while (skipped < len && (line[skipped] == ' ' || line[skipped] == '-' || line[skipped] == '\t')) skipped++;
    line += skipped, len -= skipped;
    const char *at = value_of(line, len, "entry_type", &rest);
    if (at) {
        const char *type = scalar(f, at, rest);
        *inside = false;
        if (type && strcmp(type, "invariant_set") == 0) return true;
        return str_addf(error, "an entry that is not an invariant_set: %s", type ? type : ""), false;
    }
    at = value_of(line, len, "data_model", &rest);
    if (at && !*inside) f->model = scalar(f, at, rest) ? scalar(f, at, rest) : "";
    if (value_of(line, len, "invariant", &rest)) {
        vec_push(&f->invariants,
                 (struct foreign_invariant){.type = "", .file = "", .function = "", .value = "", .format = ""});
        return *inside = true;
    }
    if (!*inside || read_member(f, &vec_last(&f->invariants), line, len)) return true;
    return str_addf(error, "a value that is not on one line: %.*s", (int)len, line), false;
}

bool foreign_read(struct foreign_witness *f, const char *path, struct str *error) {
    struct str file = {0}, text = {0};
    bool ok = str_read_file(&file, path), inside = false;
    if (!ok) str_addf(error, "cannot read %s", path);
    join_lines(str_text(&file), &text);
    for (const char *p = str_text(&text), *end; ok && *p; p = *end ? end + 1 : end) {
        end = strchrnul(p, '\n');
        ok = read_line(f, p, (size_t)(end - p), &inside, error);
    }
    str_release(&file);
    str_release(&text);
    return ok;
}

/* ---- placing ----------------------------------------------------------------------------------------- */

/* The claim about this loop; a new one, if there is none. */
static struct claim *claim_of(struct certificate *c, const char *function, const char *path, uint32_t line) {
    for (uint32_t i = 0; i < c->claims.len; i++)
        if (!c->claims.data[i].point && strcmp(c->claims.data[i].function, function) == 0 &&
            strcmp(c->claims.data[i].loop, path) == 0)
            return &c->claims.data[i];
    vec_push(&c->claims, (struct claim){.function = function, .loop = arena_strdup(&c->arena, path), .line = line});
    return &vec_last(&c->claims);
}

/* Claims for loops of fn that begin where an invariant is; all: also for those without one. */
static void place_in(struct certificate *c, const struct program *p, const struct function *fn,
                     const struct foreign_witness *f, bool *placed, bool all) {
    struct arena arena;
    struct str path = {0};
    arena_init(&arena);
    const struct loops *loops = loops_build(&arena, p, fn);
    for (uint32_t l = 1; l <= loops->n; l++) {
        str_clear(&path);
        loops_add_path(loops, l, &path);
        if (all) claim_of(c, fn->name, str_text(&path), loops->loops[l].first_line);
        for (uint32_t i = 0; i < f->invariants.len; i++) {
            const struct foreign_invariant *v = &f->invariants.data[i];
            if (v->line != loops->loops[l].first_line || (*v->function && strcmp(v->function, fn->name) != 0)) continue;
            struct claim *claim = claim_of(c, fn->name, str_text(&path), v->line);
            vec_push(&claim->holds, v->value);
            placed[i] = true;
        }
    }
    arena_release(&arena);
    str_release(&path);
}

/* An invariant where no loop begins is claimed of the point. */
static bool place_point(struct certificate *c, const struct program *p, const struct foreign_invariant *v) {
    bool placed = false;
    for (uint32_t i = 1; i < p->functions.len && strcmp(v->type, "location_invariant") == 0; i++) {
        const struct function *fn = p->functions.data[i];
        bool here = ir_has_code(fn) && !fn->runtime && (!*v->function || strcmp(v->function, fn->name) == 0);
        if (!here || loops_pc_at(p, fn, v->line, v->column) == UINT32_MAX) continue;
        struct claim l = {.function = fn->name, .line = v->line, .column = v->column, .point = true};
        vec_push(&l.holds, v->value);
        vec_push(&c->claims, l);
        placed = true;
    }
    return placed;
}

/* Why the invariant cannot be a claim; NULL: it can. */
static const char *refusal(const struct foreign_invariant *v) {
    if (strcmp(v->type, "loop_invariant") != 0 && strcmp(v->type, "location_invariant") != 0)
        return "of an unknown kind";
    if (*v->format && strcmp(v->format, "c_expression") != 0) return "in an unknown language";
    return *v->value ? NULL : "without a value";
}

/* All invariants as claims. False: one cannot be, and report says which. */
static bool place_all(struct program *p, const struct foreign_witness *f, struct certificate *c, bool all,
                      struct certify_report *report) {
    bool *placed = mem_zalloc(f->invariants.len + 1);
    for (uint32_t i = 0; i < c->claims.len; i++) claim_release(&c->claims.data[i]);
    vec_clear(&c->claims);
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i]) && !p->functions.data[i]->runtime)
            place_in(c, p, p->functions.data[i], f, placed, all);
    bool fine = true;
    for (uint32_t i = 0; i < f->invariants.len && fine; i++) {
        const struct foreign_invariant *v = &f->invariants.data[i];
        const char *why = refusal(v);
        fine = !why && (placed[i] || place_point(c, p, v));
        if (!fine)
            str_addf(&report->why, "the invariant '%s' of line %u: %s", v->value, v->line,
                     why ? why : "the program has no such place");
    }
    mem_free(placed);
    return fine;
}

/* ---- proving ----------------------------------------------------------------------------------------- */

static bool has_text(const text_list *list, const char *text) {
    for (uint32_t i = 0; i < list->len; i++)
        if (strcmp(list->data[i], text) == 0) return true;
    return false;
}

/* Places that change are listed; conditions stay. True: there were new ones. */
static bool learn_places(struct certificate *c, const struct certify_report *report) {
    bool changed = false;
    for (uint32_t i = 0; i < report->refuted.len; i++) {
        const struct refuted *r = &report->refuted.data[i];
        if (!r->place || has_text(&c->claims.data[r->claim].changes, r->place)) continue;
        vec_push(&c->claims.data[r->claim].changes, r->place);
        changed = true;
    }
    return changed;
}

static void prove(struct context *ctx, struct program *p, struct certificate *c, const struct certify_options *opt,
                  struct certify_report *report) {
    struct certify_options listen = *opt;
    listen.gather = true;
    bool changed = true;
    for (int i = 0; changed && i < ROUNDS; i++) {
        certify(ctx, p, c, &listen, report);
        changed = report->verdict != CERTIFY_VALID && learn_places(c, report);
        certify_report_release(report);
    }
    certify(ctx, p, c, opt, report);
}

void foreign_check(struct context *ctx, struct program *p, const struct foreign_witness *f, struct certificate *c,
                   const struct certify_options *opt, struct certify_report *report) {
    *report = (struct certify_report){.verdict = CERTIFY_INCOMPLETE};
    c->merge = true;
    if (!place_all(p, f, c, true, report)) return;
    prove(ctx, p, c, opt, report);
    if (report->verdict == CERTIFY_VALID) return;
    /* Loops without invariants may be short enough to be walked. */
    struct certificate *again = c;
    struct certify_report second = {0};
    struct certify_options less = *opt;
    less.most_steps = 1000000;
    if (!place_all(p, f, again, false, &second)) return;
    prove(ctx, p, again, &less, &second);
    bool better =
        second.verdict == CERTIFY_VALID || (report->verdict == CERTIFY_INCOMPLETE && second.verdict == CERTIFY_INVALID);
    struct certify_report worse = better ? *report : second;
    if (better) *report = second;
    certify_report_release(&worse);
}
