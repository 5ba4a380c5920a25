/* Certificates as JSON Lines, and hashes of the program. */
#include <string.h>

#include "base/sha256.h"
#include "certify/certify.h"
#include "ir/ir.h"
#include "ir/print.h"
#include "text/jsonread.h"

#define VERSION 1
#define GLOBALS "(globals)"

void certificate_init(struct certificate *c) {
    *c = (struct certificate){.engine = "", .external = "havoc", .entry = "main"};
    arena_init(&c->arena);
}

void certificate_release(struct certificate *c) {
    for (uint32_t i = 0; i < c->loops.len; i++) {
        vec_release(&c->loops.data[i].changes);
        vec_release(&c->loops.data[i].holds);
    }
    for (uint32_t i = 0; i < c->calls.len; i++) {
        vec_release(&c->calls.data[i].changes);
        vec_release(&c->calls.data[i].needs);
        vec_release(&c->calls.data[i].gives);
    }
    vec_release(&c->checks);
    vec_release(&c->errors);
    vec_release(&c->assumes);
    vec_release(&c->functions);
    vec_release(&c->loops);
    vec_release(&c->calls);
    arena_release(&c->arena);
}

/* ---- writing -------------------------------------------------------------------------------------------------------------- */

static void add_list(struct str *out, const char *name, const text_list *list) {
    str_addf(out, ", \"%s\": [", name);
    for (uint32_t i = 0; i < list->len; i++) {
        if (i) str_add(out, ", ");
        str_add_json(out, list->data[i]);
    }
    str_add_char(out, ']');
}

static void add_text(struct str *out, const char *name, const char *text) {
    str_addf(out, ", \"%s\": ", name);
    str_add_json(out, text);
}

static void write_header(const struct certificate *c, struct str *out) {
    str_addf(out, "{\"shrike-certificate\": %d", VERSION);
    add_text(out, "engine", c->engine);
    add_list(out, "checks", &c->checks);
    add_list(out, "errors", &c->errors);
    add_text(out, "external", c->external);
    add_text(out, "entry", c->entry);
    str_addf(out, ", \"bits\": %d, \"simplified\": false, \"merge\": %s", c->is32 ? 32 : 64, c->merge ? "true" : "false");
    add_list(out, "assumes", &c->assumes);
    str_add(out, "}\n");
}

static void write_loop(const struct loop_claim *l, struct str *out) {
    str_add(out, "{\"claim\": \"loop\"");
    add_text(out, "function", l->function);
    add_text(out, "loop", l->loop);
    str_addf(out, ", \"line\": %u", l->line);
    add_list(out, "changes", &l->changes);
    add_list(out, "holds", &l->holds);
    str_add(out, "}\n");
}

static void write_call(const struct call_claim *l, struct str *out) {
    str_add(out, "{\"claim\": \"call\"");
    add_text(out, "function", l->function);
    add_list(out, "changes", &l->changes);
    add_list(out, "needs", &l->needs);
    add_list(out, "gives", &l->gives);
    str_add(out, "}\n");
}

void certificate_write(const struct certificate *c, struct str *out) {
    write_header(c, out);
    for (uint32_t i = 0; i < c->functions.len; i++) {
        str_add(out, "{\"function\": ");
        str_add_json(out, c->functions.data[i].function);
        add_text(out, "sha256", c->functions.data[i].hash);
        str_add(out, "}\n");
    }
    for (uint32_t i = 0; i < c->loops.len; i++) write_loop(&c->loops.data[i], out);
    for (uint32_t i = 0; i < c->calls.len; i++) write_call(&c->calls.data[i], out);
}

/* ---- reading ---------------------------------------------------------------------------------------------------------------- */

static void read_list(struct certificate *c, const struct json *line, const char *name, text_list *out) {
    const struct json *list = json_member(line, name);
    if (!list || list->kind != JSON_LIST) return;
    for (const struct json *i = list->first; i; i = i->next)
        if (i->kind == JSON_TEXT) vec_push(out, arena_strdup(&c->arena, i->text));
}

static const char *read_text(struct certificate *c, const struct json *line, const char *name) {
    return arena_strdup(&c->arena, json_text(line, name));
}

static bool is_true(const struct json *line, const char *name) {
    const struct json *v = json_member(line, name);
    return v && v->kind == JSON_BOOL && v->number != 0;
}

static double number_of(const struct json *line, const char *name) {
    const struct json *v = json_member(line, name);
    return v && v->kind == JSON_NUMBER ? v->number : -1;
}

static bool read_header(struct certificate *c, const struct json *line, struct str *error) {
    double version = number_of(line, "shrike-certificate");
    if (version != VERSION) {
        str_add(error, version < 0 ? "this is no certificate" : "the certificate has another version");
        return false;
    }
    c->engine = read_text(c, line, "engine");
    c->external = read_text(c, line, "external");
    c->entry = read_text(c, line, "entry");
    read_list(c, line, "errors", &c->errors);
    c->merge = is_true(line, "merge");
    c->is32 = number_of(line, "bits") == 32;
    read_list(c, line, "checks", &c->checks);
    read_list(c, line, "assumes", &c->assumes);
    return true;
}

static void read_loop(struct certificate *c, const struct json *line) {
    struct loop_claim l = {.function = read_text(c, line, "function"), .loop = read_text(c, line, "loop")};
    double at = number_of(line, "line");
    l.line = at > 0 && at < 1e9 ? (uint32_t)at : 0;
    read_list(c, line, "changes", &l.changes);
    read_list(c, line, "holds", &l.holds);
    vec_push(&c->loops, l);
}

static void read_call(struct certificate *c, const struct json *line) {
    struct call_claim l = {.function = read_text(c, line, "function")};
    read_list(c, line, "changes", &l.changes);
    read_list(c, line, "needs", &l.needs);
    read_list(c, line, "gives", &l.gives);
    vec_push(&c->calls, l);
}

/* A line behind the header. */
static bool read_line(struct certificate *c, const struct json *line, struct str *error) {
    const char *claim = json_text(line, "claim");
    if (json_member(line, "sha256")) vec_push(&c->functions, (struct function_hash){read_text(c, line, "function"), read_text(c, line, "sha256")});
    else if (strcmp(claim, "loop") == 0) read_loop(c, line);
    else if (strcmp(claim, "call") == 0) read_call(c, line);
    else return str_addf(error, "a line of a kind that is not known: '%s'", claim), false;
    return true;
}

bool certificate_read(struct certificate *c, const char *path, struct str *error) {
    struct str text = {0};
    if (!str_read_file(&text, path)) return str_addf(error, "cannot read %s", path), str_release(&text), false;
    bool ok = true, first = true;
    for (const char *p = str_text(&text), *end; ok && *p; p = *end ? end + 1 : end) {
        end = strchrnul(p, '\n');
        if (p == end) continue;
        const struct json *line = json_read(path, p, (size_t)(end - p), &c->arena, error);
        ok = line && (first ? read_header(c, line, error) : read_line(c, line, error));
        first = false;
    }
    if (ok && first) str_add(error, "the certificate is empty");
    str_release(&text);
    return ok && !first;
}

/* ---- hashes ------------------------------------------------------------------------------------------------------------------- */

/* Without positions: what stands behind ';' outside of a text. */
static void strip(const char *text, struct str *out) {
    bool quoted = false;
    for (const char *p = text; *p; p++) {
        if (quoted && *p == '\\' && p[1]) str_add_char(out, *p++);
        else if (*p == '"') quoted = !quoted;
        else if (*p == '\n') quoted = false;
        if (!quoted && *p == ';') {
            while (p[1] && p[1] != '\n') p++;
            while (out->len && out->data[out->len - 1] == ' ') out->len--;
            continue;
        }
        str_add_char(out, *p);
    }
}

static const char *hash_of(struct certificate *c, const struct str *printed) {
    struct str plain = {0}, hex = {0};
    strip(str_text(printed), &plain);
    sha256_add(&hex, str_text(&plain), plain.len);
    const char *kept = arena_strdup(&c->arena, str_text(&hex));
    str_release(&plain);
    str_release(&hex);
    return kept;
}

void certificate_hashes(struct certificate *c, const struct program *p) {
    struct printer printer;
    struct str text = {0};
    vec_clear(&c->functions);
    printer_init(&printer, p);
    for (uint32_t i = 1; i < p->globals.len; i++) print_global(&printer, &text, p->globals.data[i]);
    vec_push(&c->functions, (struct function_hash){GLOBALS, hash_of(c, &text)});
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || f->runtime) continue;
        str_clear(&text);
        print_function(&printer, &text, f);
        vec_push(&c->functions, (struct function_hash){arena_strdup(&c->arena, f->name), hash_of(c, &text)});
    }
    printer_release(&printer);
    str_release(&text);
}

static const char *find_hash(const struct certificate *c, const char *function) {
    for (uint32_t i = 0; i < c->functions.len; i++)
        if (strcmp(c->functions.data[i].function, function) == 0) return c->functions.data[i].hash;
    return "";
}

void certificate_stale(const struct certificate *c, const struct program *p, text_list *stale) {
    struct certificate now;
    certificate_init(&now);
    certificate_hashes(&now, p);
    for (uint32_t i = 0; i < now.functions.len; i++) {
        const char *name = now.functions.data[i].function;
        const struct function *f = program_function(p, name);
        if (strcmp(find_hash(c, name), now.functions.data[i].hash) != 0) vec_push(stale, f ? f->name : GLOBALS);
    }
    certificate_release(&now);
}
