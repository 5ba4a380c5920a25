/* What a certificate's file says besides claims: how it is written, and hashes of the program, which show what has
 * changed since. */
#include <string.h>

#include "base/json.h"
#include "base/sha256.h"
#include "ir/ir.h"
#include "ir/print.h"
#include "session/certify.h"

#define GLOBALS "(globals)"

/* ---- writing ----------------------------------------------------------------------------------------- */

static void add_list(struct str *out, const char *name, const text_list *list) {
    str_addf(out, ", \"%s\": [", name);
    for (uint32_t i = 0; i < list->len; i++) {
        if (i) str_add(out, ", ");
        json_quote(out, list->data[i]);
    }
    str_add_char(out, ']');
}

static void add_text(struct str *out, const char *name, const char *text) {
    str_addf(out, ", \"%s\": ", name);
    json_quote(out, text);
}

static void write_header(const struct certificate *c, struct str *out) {
    str_addf(out, "{\"shrike-certificate\": %d", CERTIFICATE_VERSION);
    add_text(out, "engine", c->engine);
    add_list(out, "checks", &c->checks);
    add_list(out, "errors", &c->errors);
    add_text(out, "external", c->external);
    add_text(out, "entry", c->entry);
    str_addf(out, ", \"bits\": %d, \"simplified\": false, \"merge\": %s", c->is32 ? 32 : 64,
             c->merge ? "true" : "false");
    add_list(out, "assumes", &c->assumes);
    str_add(out, "}\n");
}

static void write_claim(const struct claim *c, struct str *out) {
    str_addf(out, "{\"claim\": \"%s\"", c->loop ? "loop" : c->point ? "point" : "call");
    add_text(out, "function", c->function);
    if (c->loop) add_text(out, "loop", c->loop);
    if (c->loop || c->point) str_addf(out, ", \"line\": %u", c->line);
    if (c->point) str_addf(out, ", \"column\": %u", c->column);
    if (!c->point) add_list(out, "changes", &c->changes);
    add_list(out, c->loop || c->point ? "holds" : "needs", &c->holds);
    if (!c->loop && !c->point) add_list(out, "gives", &c->gives);
    str_add(out, "}\n");
}

void certificate_write(const struct certificate *c, struct str *out) {
    write_header(c, out);
    for (uint32_t i = 0; i < c->functions.len; i++) {
        str_add(out, "{\"function\": ");
        json_quote(out, c->functions.data[i].function);
        add_text(out, "sha256", c->functions.data[i].hash);
        str_add(out, "}\n");
    }
    for (uint32_t i = 0; i < c->claims.len; i++) write_claim(&c->claims.data[i], out);
}

/* ---- hashes ------------------------------------------------------------------------------------------ */

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
