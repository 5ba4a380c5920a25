/* Results as diagnostics: errors with their stories, what was left open, what does not compile. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "serve/lsp_inside.h"
#include "serve/position.h"
#include "text/jsonread.h"
#include "text/source.h"

enum { MOST_RELATED = 60, SEVERITY_ERROR = 1, SEVERITY_WARNING, SEVERITY_INFORMATION, SEVERITY_HINT };

/* ---- places ------------------------------------------------------------------------------------------ */

bool diagnose_path(const struct checkup *c, const char *file, struct str *out) {
    struct str path = {0};
    char real[PATH_MAX];
    size_t len = strlen(file);
    if (*file != '/') str_addf(&path, "%s/", c->folder);
    str_add(&path, file);
    bool found = *file && realpath(str_text(&path), real);
    if (found) str_add(out, real);
    for (uint32_t i = 0; *file && !found && i < c->reads.len;
         i++) { /* named from the folder in which it was compiled */
        const char *known = c->reads.data[i];
        size_t all = strlen(known);
        found = all > len && known[all - len - 1] == '/' && strcmp(known + all - len, file) == 0;
        if (found) str_add(out, known);
    }
    str_release(&path);
    return found;
}

struct diagnoser {
    struct lsp *l;
    const struct checkup *c;
    struct source source;
    const char *path; /* whose diagnostics are collected */
    struct str *out;
    text_list *files; /* instead of writing: which files there are diagnostics for; NULL: write */
};

static void add_uri(struct diagnoser *g, const char *path, struct str *out) {
    const struct document *d = document_of_path(g->l, path);
    struct str uri = {0};
    if (!d) uri_add(path, &uri);
    json_add(out, "uri", d ? d->uri : str_text(&uri));
    str_release(&uri);
}

/* From a column (in bytes, from 1 on; 0: of the whole line) to the end of what stands there. */
static void add_place(struct diagnoser *g, const char *path, uint32_t line, uint32_t column, struct str *out) {
    uint32_t len = 0;
    const char *text = line ? source_line(&g->source, path, line, &len) : NULL;
    size_t from = column ? column - 1 : 0;
    if (!text) text = "", len = 0;
    while (!column && from < len && strchr(" \t", text[from])) from++;
    size_t to = column ? position_token_end(text, len, from) : len;
    rpc_add_range(line ? line - 1 : 0, position_units(text, len, from, g->l->utf8), line ? line - 1 : 0,
                  position_units(text, len, to, g->l->utf8), out);
}

/* ---- one diagnostic ---------------------------------------------------------------------------------- */

struct diagnosis {
    const char *file;
    uint32_t line, column;
    int severity;
    const char *code;
    const char *message;
    const struct json *bug; /* with story and stack; NULL: none */
};

static void add_related(struct diagnoser *g, const struct json *step, const char *text) {
    struct str path = {0};
    if (diagnose_path(g->c, json_text(step, "file"), &path) && rpc_number(step, "line") != UINT32_MAX) {
        json_open(g->out, NULL, '{');
        json_open(g->out, "location", '{');
        add_uri(g, str_text(&path), g->out);
        add_place(g, str_text(&path), rpc_number(step, "line"), rpc_number(step, "column"), g->out);
        json_close(g->out, "}");
        json_add(g->out, "message", text);
        json_close(g->out, "}");
    }
    str_release(&path);
}

static uint32_t count(const struct json *list) {
    uint32_t n = 0;
    for (const struct json *item = list ? list->first : NULL; item; item = item->next) n++;
    return n;
}

/* The story, its end if it is long; without one, the stack of calls. */
static void add_story(struct diagnoser *g, const struct json *bug) {
    const struct json *story = json_member(bug, "story"), *stack = json_member(bug, "stack");
    uint32_t n = count(story), i = 0;
    json_open(g->out, "relatedInformation", '[');
    for (const struct json *step = story ? story->first : NULL; step; step = step->next)
        if (i++ + MOST_RELATED >= n) add_related(g, step, json_text(step, "text"));
    for (const struct json *frame = n || !stack ? NULL : stack->first; frame; frame = frame->next) {
        struct str text = {0};
        str_addf(&text, "in %s", json_text(frame, "function"));
        add_related(g, frame, str_text(&text));
        str_release(&text);
    }
    json_close(g->out, "]");
}

static void write_diagnosis(struct diagnoser *g, const char *path, const struct diagnosis *d) {
    json_open(g->out, NULL, '{');
    add_place(g, path, d->line, d->column, g->out);
    json_addf(g->out, "severity", "%d", d->severity);
    json_add(g->out, "source", "shrike");
    if (*d->code) json_add(g->out, "code", d->code);
    json_add(g->out, "message", d->message);
    if (d->bug) add_story(g, d->bug);
    if (d->bug && *json_text(d->bug, "replay")) {
        json_open(g->out, "data", '{');
        json_add(g->out, "replay", json_text(d->bug, "replay"));
        json_close(g->out, "}");
    }
    json_close(g->out, "}");
}

/* A diagnosis whose file is not there goes to the first file. */
static void diagnose(struct diagnoser *g, const struct diagnosis *d) {
    struct str path = {0}, text = {0};
    struct diagnosis at = *d;
    if (!diagnose_path(g->c, d->file, &path)) {
        if (*d->file) str_addf(&text, "%s:%u: ", d->file, d->line);
        str_add(&text, d->message);
        at.line = at.column = 0;
        at.message = str_text(&text);
        str_clear(&path);
        if (g->c->reads.len) str_add(&path, g->c->reads.data[0]);
        else if (g->c->words.len) diagnose_path(g->c, vec_last(&g->c->words), &path);
    }
    if (path.len && g->files) texts_add(g->files, str_text(&path));
    else if (path.len && strcmp(str_text(&path), g->path) == 0) write_diagnosis(g, str_text(&path), &at);
    str_release(&path);
    str_release(&text);
}

/* ---- what there is to report ------------------------------------------------------------------------- */

static void diagnose_bug(struct diagnoser *g, const struct json *bug) {
    const struct json *confirmed = json_member(bug, "confirmed"), *excused = json_member(bug, "suppressed");
    bool sure = !confirmed || confirmed->number != 0;
    struct str message = {0};
    uint32_t column = rpc_number(bug, "column");
    const struct json *origin = json_member(bug, "origin"),
                      *at = origin ? origin : bug; /* of a #line that leads nowhere */
    str_add(&message, json_text(bug, "message"));
    if (!sure) str_add(&message, " (not confirmed by a native run)");
    if (excused) str_addf(&message, " (known: %s)", json_text(excused, "reason"));
    diagnose(g, &(struct diagnosis){.file = json_text(at, "file"),
                                    .line = rpc_number(at, "line"),
                                    .column = column == UINT32_MAX ? 0 : column,
                                    .severity = excused ? SEVERITY_HINT
                                                : sure  ? SEVERITY_ERROR
                                                        : SEVERITY_WARNING,
                                    .code = json_text(bug, "kind"),
                                    .message = str_text(&message),
                                    .bug = bug});
    str_release(&message);
}

/* "FILE:LINE:COLUMN: " at the start of a text; returns what is behind it, or the text. */
static const char *read_place(const char *text, struct str *file, uint32_t *line, uint32_t *column) {
    const char *colon = text;
    *line = *column = 0;
    while ((colon = strchr(colon, ':'))) {
        char *end;
        unsigned long a = strtoul(colon + 1, &end, 10);
        if (end > colon + 1 && *end == ':') {
            const char *second = end + 1;
            unsigned long b = strtoul(second, &end, 10);
            if (end > second && str_starts(end, ": ") && a < UINT32_MAX && b < UINT32_MAX) {
                str_add_len(file, text, (size_t)(colon - text));
                *line = (uint32_t)a;
                *column = (uint32_t)b;
                return end + 2;
            }
        }
        colon++;
    }
    return text;
}

/* Why nothing was decided, with what to try. */
static void diagnose_gap(struct diagnoser *g, const struct json *gap) {
    struct str file = {0}, message = {0};
    struct diagnosis d = {.severity = SEVERITY_INFORMATION, .code = "unknown"};
    const char *next = json_text(g->c->result, "next");
    if (gap->kind != JSON_TEXT) return;
    str_addf(&message, "not decided: %s", read_place(gap->text, &file, &d.line, &d.column));
    if (*next) str_addf(&message, "\ntry next: %s", next);
    d.file = str_text(&file);
    d.message = str_text(&message);
    diagnose(g, &d);
    str_release(&file);
    str_release(&message);
}

/* "FILE:LINE:COLUMN: error: ..." of the compiler, "shrike: error: ..." of ours. */
static void diagnose_message(struct diagnoser *g, const char *line, bool any_compiler) {
    struct str file = {0};
    struct diagnosis d = {.severity = SEVERITY_ERROR, .code = ""};
    const char *rest = read_place(line, &file, &d.line, &d.column);
    bool own = !file.len && str_starts(line, "shrike: error: ");
    if (!file.len) rest = line + (own ? strlen("shrike: error: ") : 0);
    const char *error = strstr(rest, "error: ");
    d.file = str_text(&file);
    d.message = own ? rest : error ? error + strlen("error: ") : "";
    bool compiler = file.len && (str_starts(rest, "error: ") || str_starts(rest, "fatal error: "));
    if (compiler || (own && !any_compiler)) diagnose(g, &d);
    str_release(&file);
}

static void diagnose_messages(struct diagnoser *g) {
    const char *text = str_text(&g->c->errors);
    bool compiler = strstr(text, ": error: ") != NULL && !str_starts(text, "shrike: error: ");
    while (*text) {
        struct str line = {0};
        size_t len = strcspn(text, "\n");
        str_add_len(&line, text, len);
        diagnose_message(g, str_text(&line), compiler);
        str_release(&line);
        text += len + (text[len] == '\n');
    }
}

static void diagnose_all(struct diagnoser *g) {
    const struct json *result = g->c->result, *bugs = json_member(result, "bugs"), *gaps = json_member(result, "gaps");
    if (!result && g->c->runs) diagnose_messages(g);
    for (const struct json *bug = bugs ? bugs->first : NULL; bug; bug = bug->next) diagnose_bug(g, bug);
    if (strcmp(json_text(result, "outcome"), "UNKNOWN") != 0) return;
    for (const struct json *gap = gaps ? gaps->first : NULL; gap; gap = gap->next) diagnose_gap(g, gap);
}

/* ---- all about a file -------------------------------------------------------------------------------- */

static void run(struct lsp *l, const struct concern *c, const char *path, struct str *out, text_list *files) {
    struct diagnoser g = {.l = l, .c = c->check, .path = path, .out = out, .files = files};
    source_init(&g.source);
    diagnose_all(&g);
    source_release(&g.source);
}

/* What all concerns have to say of it, but for one (NULL: all). */
static void publish_file(struct lsp *l, const char *path, const struct concern *without) {
    struct diagnoser names = {.l = l};
    struct str params = {0};
    json_open(&params, NULL, '{');
    add_uri(&names, path, &params);
    json_open(&params, "diagnostics", '[');
    for (uint32_t i = 0; i < l->concerns.len; i++)
        if (l->concerns.data[i] != without && l->concerns.data[i]->owners.len)
            run(l, l->concerns.data[i], path, &params, NULL);
    json_close(&params, "]}");
    rpc_notify(l, "textDocument/publishDiagnostics", str_text(&params));
    str_release(&params);
}

static bool has(const text_list *list, const char *text, uint32_t n) {
    for (uint32_t i = 0; i < n; i++)
        if (strcmp(list->data[i], text) == 0) return true;
    return false;
}

void diagnose_publish(struct lsp *l, struct concern *c) {
    text_list now = {0};
    run(l, c, "", NULL, &now);
    for (uint32_t i = 0; i < c->owners.len; i++) texts_add(&now, c->owners.data[i]); /* nothing found is news, too */
    for (uint32_t i = 0; i < c->published.len; i++)
        if (!has(&now, c->published.data[i], now.len)) publish_file(l, c->published.data[i], NULL);
    for (uint32_t i = 0; i < now.len; i++)
        if (!has(&now, now.data[i], i)) publish_file(l, now.data[i], NULL);
    texts_release(&c->published);
    c->published.data = now.data;
    c->published.len = now.len;
    c->published.cap = now.cap;
}

void diagnose_retract(struct lsp *l, struct concern *c) {
    for (uint32_t i = 0; i < c->published.len; i++)
        if (!has(&c->published, c->published.data[i], i)) publish_file(l, c->published.data[i], c);
    texts_release(&c->published);
}
