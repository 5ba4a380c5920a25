/* Certificates, read from JSON Lines. */
#include <string.h>

#include "certify/certify.h"
#include "text/jsonread.h"

void certificate_init(struct certificate *c) {
    *c = (struct certificate){.engine = "", .external = "havoc", .entry = "main"};
    arena_init(&c->arena);
}

void certificate_release(struct certificate *c) {
    for (uint32_t i = 0; i < c->claims.len; i++) claim_release(&c->claims.data[i]);
    vec_release(&c->checks);
    vec_release(&c->errors);
    vec_release(&c->assumes);
    vec_release(&c->functions);
    vec_release(&c->claims);
    arena_release(&c->arena);
}

void claim_release(struct claim *c) {
    vec_release(&c->changes);
    vec_release(&c->holds);
    vec_release(&c->gives);
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static void read_list(struct certificate *c, const struct json *line, const char *name, text_list *out) {
    const struct json *list = json_member(line, name);
    if (!list || list->kind != JSON_LIST) return;
    for (const struct json *i = list->first; i; i = i->next)
        if (i->kind == JSON_TEXT) vec_push(out, arena_strdup(&c->arena, i->text));
}

static const char *read_text(struct certificate *c, const struct json *line, const char *name) {
    return arena_strdup(&c->arena, json_text(line, name));
}

/* The number of a member of this kind (1 or 0 of a bool); -1: there is none. */
static double number_of(const struct json *line, const char *name, enum json_kind kind) {
    const struct json *v = json_member(line, name);
    return v && v->kind == kind ? v->number : -1;
}

static bool read_header(struct certificate *c, const struct json *line, struct str *error) {
    double version = number_of(line, "shrike-certificate", JSON_NUMBER);
    if (version != CERTIFICATE_VERSION) {
        str_add(error, version < 0 ? "this is not a certificate" : "the certificate has another version");
        return false;
    }
    c->engine = read_text(c, line, "engine");
    c->external = read_text(c, line, "external");
    c->entry = read_text(c, line, "entry");
    read_list(c, line, "errors", &c->errors);
    c->merge = number_of(line, "merge", JSON_BOOL) > 0;
    c->is32 = number_of(line, "bits", JSON_NUMBER) == 32;
    read_list(c, line, "checks", &c->checks);
    read_list(c, line, "assumes", &c->assumes);
    return true;
}

static uint32_t small_number(const struct json *line, const char *name) {
    double v = number_of(line, name, JSON_NUMBER);
    return v > 0 && v < 1e9 ? (uint32_t)v : 0;
}

static void read_claim(struct certificate *c, const struct json *line, const char *kind) {
    struct claim l = {.function = read_text(c, line, "function"),
                      .line = small_number(line, "line"),
                      .column = small_number(line, "column")};
    l.point = strcmp(kind, "point") == 0;
    if (strcmp(kind, "loop") == 0) l.loop = read_text(c, line, "loop");
    read_list(c, line, "changes", &l.changes);
    read_list(c, line, l.point || l.loop ? "holds" : "needs", &l.holds);
    read_list(c, line, "gives", &l.gives);
    vec_push(&c->claims, l);
}

/* A line behind the header. */
static bool read_line(struct certificate *c, const struct json *line, struct str *error) {
    const char *claim = json_text(line, "claim");
    if (json_member(line, "sha256"))
        vec_push(&c->functions, (struct function_hash){read_text(c, line, "function"), read_text(c, line, "sha256")});
    else if (strcmp(claim, "loop") == 0 || strcmp(claim, "call") == 0 || strcmp(claim, "point") == 0)
        read_claim(c, line, claim);
    else return str_addf(error, "a line of an unknown kind: '%s'", claim), false;
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
