/* What is known of a line: the values that it had in a failing run, what holds in each round of its loop. */
#include <string.h>

#include "base/json.h"
#include "serve/functions.h"
#include "serve/lsp_inside.h"
#include "serve/position.h"
#include "text/jsonread.h"

struct hover {
    const struct checkup *c;
    const char *path;
    uint32_t line; /* from 1 on, as it was verified */
    struct str *out;
};

/* A paragraph of its own. */
static void begin(struct hover *h) {
    if (h->out->len) str_add(h->out, "\n\n");
}

/* As code, whatever backticks are in it. */
static void add_code(struct str *out, const char *text) {
    const char *fence = strchr(text, '`') ? "``" : "`";
    str_addf(out, "%s%s%s", fence, text, fence);
}

static bool is_here(const struct hover *h, const struct json *item) {
    struct str path = {0};
    bool here = rpc_number(item, "line") == h->line && diagnose_path(h->c, json_text(item, "file"), &path) &&
                strcmp(str_text(&path), h->path) == 0;
    str_release(&path);
    return here;
}

static const struct json *items(const struct json *object, const char *name) {
    const struct json *list = json_member(object, name);
    return list && list->kind == JSON_LIST ? list->first : NULL;
}

/* ---- errors ------------------------------------------------------------------------------------------ */

static void add_steps(struct hover *h, const struct json *bug) {
    uint32_t number = 0;
    for (const struct json *step = items(bug, "story"); step; step = step->next) {
        number++;
        if (!is_here(h, step)) continue;
        begin(h);
        str_addf(h->out, "step %u: ", number);
        add_code(h->out, json_text(step, "text"));
    }
}

static void add_values(struct hover *h, const struct json *bug) {
    for (const struct json *line = items(bug, "values"); line; line = line->next) {
        if (!is_here(h, line)) continue;
        uint32_t times = rpc_number(line, "times");
        begin(h);
        str_add(h->out, "in the failing run: ");
        add_code(h->out, json_text(line, "text"));
        if (times != UINT32_MAX && times > 1) str_addf(h->out, " (the last of %u times)", times);
    }
}

static void add_bug(struct hover *h, const struct json *bug) {
    if (is_here(h, bug)) {
        begin(h);
        str_addf(h->out, "**%s**: %s", json_text(bug, "kind"), json_text(bug, "message"));
        for (const struct json *in = items(bug, "inputs"); in; in = in->next) {
            str_add(h->out, in == items(bug, "inputs") ? "\n\nwith " : ", ");
            struct str text = {0};
            str_addf(&text, "%s = %s", json_text(in, "name"), json_text(in, "value"));
            add_code(h->out, str_text(&text));
            str_release(&text);
        }
        if (*json_text(bug, "replay")) str_addf(h->out, "\n\n```sh\n%s\n```", json_text(bug, "replay"));
    }
    add_values(h, bug);
    add_steps(h, bug);
}

/* ---- proofs ------------------------------------------------------------------------------------------ */

static void add_invariants(struct hover *h) {
    for (const struct json *v = items(h->c->result, "invariants"); v; v = v->next) {
        if (!is_here(h, v)) continue;
        begin(h);
        str_add(h->out, "in each round: ");
        add_code(h->out, json_text(v, "holds"));
    }
    for (const struct json *v = items(h->c->result, "summaries"); v; v = v->next) {
        const char *before = json_text(v, "before"), *after = json_text(v, "after");
        if (!is_here(h, v)) continue;
        begin(h);
        str_addf(h->out, "in each call of `%s`:", json_text(v, "function"));
        if (*before) str_add(h->out, " on entry "), add_code(h->out, before);
        if (*after) str_add(h->out, *before ? "; on return " : " on return "), add_code(h->out, after);
    }
}

/* Beside the name of the function that it starts in. */
static void add_verdict(struct hover *h, const struct text_function *f, uint32_t line) {
    bool start =
        f && f->line == line && (strcmp(f->name, "main") == 0 || strcmp(f->name, "LLVMFuzzerTestOneInput") == 0);
    for (uint32_t i = 0; f && f->line == line && i < h->c->words.len; i++) {
        const char *word = h->c->words.data[i];
        start |= str_starts(word, "--entry=") && str_ends(word, f->name);
    }
    if (!start || !h->c->result) return;
    begin(h);
    str_addf(h->out, "**%s** (engine %s, checks %s)", json_text(h->c->result, "outcome"),
             json_text(h->c->result, "engine"), json_text(h->c->result, "checks"));
    for (const struct json *a = items(h->c->result, "assumptions"); a; a = a->next)
        if (a->kind == JSON_TEXT)
            str_addf(h->out, "%s assuming that %s", a == items(h->c->result, "assumptions") ? "\n\n-" : "\n-", a->text);
}

static void add_all(struct lsp *l, const struct document *d, uint32_t line, struct str *out) {
    uint32_t before = d->base && d->text ? text_line_before(d->base, d->text, line) : UINT32_MAX;
    function_list functions = {0};
    if (before == UINT32_MAX) return;
    functions_find(d->base, &functions);
    for (uint32_t i = 0; i < l->concerns.len; i++) {
        struct hover h = {.c = l->concerns.data[i]->check, .path = d->path, .line = before + 1, .out = out};
        add_verdict(&h, functions_at(&functions, before), before);
        for (const struct json *bug = items(h.c->result, "bugs"); bug; bug = bug->next) add_bug(&h, bug);
        add_invariants(&h);
    }
    functions_release(&functions);
}

void hover_answer(struct lsp *l, const struct json *params, struct str *out) {
    const struct document *d = document_of_uri(l, json_text(json_member(params, "textDocument"), "uri"));
    uint32_t line = rpc_number(json_member(params, "position"), "line");
    struct str text = {0};
    if (d && line != UINT32_MAX) add_all(l, d, line, &text);
    if (text.len) {
        json_open(out, NULL, '{');
        json_open(out, "contents", '{');
        json_add(out, "kind", "markdown");
        json_add(out, "value", str_text(&text));
        json_close(out, "}}");
    } else {
        str_add(out, "null");
    }
    str_release(&text);
}
