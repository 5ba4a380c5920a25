/* Code actions: write a harness for a function, verify it alone, ignore an error. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "base/json.h"
#include "serve/functions.h"
#include "serve/lsp_inside.h"
#include "serve/position.h"
#include "text/jsonread.h"

/* ---- what is offered --------------------------------------------------------------------------------- */

static void add_command(const char *title, const char *command, const struct document *d, const char *function,
                        struct str *out) {
    json_open(out, NULL, '{');
    json_add(out, "title", title);
    json_add(out, "kind", strcmp(command, "shrike.writeHarness") == 0 ? "refactor" : "source");
    json_open(out, "command", '{');
    json_add(out, "title", title);
    json_add(out, "command", command);
    json_texts(out, "arguments", (const char *const[]){d->uri, function}, 2);
    json_close(out, "}}");
}

static void offer_function(const struct document *d, const struct text_function *f, struct str *out) {
    struct str title = {0};
    if (strcmp(f->name, "main") == 0) return; /* needs neither */
    str_addf(&title, "Write a harness for %s", f->name);
    add_command(str_text(&title), "shrike.writeHarness", d, f->name, out);
    str_clear(&title);
    str_addf(&title, "Verify %s with any arguments", f->name);
    add_command(str_text(&title), "shrike.verifyFunction", d, f->name, out);
    str_release(&title);
}

/* A comment above the line, indented as the line is. */
static void offer_ignoring(const struct document *d, const struct json *diagnostic, struct str *out) {
    uint32_t line = rpc_number(json_member(json_member(diagnostic, "range"), "start"), "line");
    const char *kind = json_text(diagnostic, "code");
    size_t len = 0;
    const char *text = line != UINT32_MAX ? text_line(d->text, line, &len) : NULL;
    if (!text || !*kind || strcmp(kind, "unknown") == 0 || strcmp(json_text(diagnostic, "source"), "shrike") != 0)
        return;
    struct str comment = {0};
    str_add_len(&comment, text, strspn(text, " \t"));
    str_addf(&comment, "// shrike:ignore[%s] \n", kind);
    json_open(out, NULL, '{');
    json_addf(out, "title", "\"Ignore this error (shrike:ignore[%s])\"", kind);
    json_add(out, "kind", "quickfix");
    json_open(out, "edit", '{');
    json_open(out, "changes", '{');
    json_open(out, d->uri, '[');
    json_open(out, NULL, '{');
    rpc_add_range(line, 0, line, 0, out);
    json_add(out, "newText", str_text(&comment));
    json_close(out, "}]}}}");
    str_release(&comment);
}

/* kind is a name that the client sent back to us: letters and dashes, or the server did not send it. */
static bool is_kind(const char *kind) { return strspn(kind, "abcdefghijklmnopqrstuvwxyz-") == strlen(kind); }

void action_answer(struct lsp *l, const struct json *params, struct str *out) {
    const struct document *d = document_of_uri(l, json_text(json_member(params, "textDocument"), "uri"));
    uint32_t line = rpc_number(json_member(json_member(params, "range"), "start"), "line");
    const struct json *given = json_member(json_member(params, "context"), "diagnostics");
    json_open(out, NULL, '[');
    if (d && d->text && line != UINT32_MAX && (str_ends(d->path, ".c") || str_ends(d->path, ".i"))) {
        function_list functions = {0};
        functions_find(d->text, &functions);
        const struct text_function *f = functions_at(&functions, line);
        if (f) offer_function(d, f, out);
        functions_release(&functions);
    }
    for (const struct json *g = d && d->text && given ? given->first : NULL; g; g = g->next)
        if (is_kind(json_text(g, "code"))) offer_ignoring(d, g, out);
    json_close(out, "]");
}

/* ---- a harness --------------------------------------------------------------------------------------- */

void commission_free(struct commission *c) {
    offspring_release(&c->child);
    str_release(&c->id);
    mem_free(c->path);
    mem_free(c->function);
    mem_free(c);
}

/* harness_f.c beside the file; the first name that no file has. */
static void harness_name(const struct commission *c, struct str *path) {
    const char *slash = strrchr(c->path, '/');
    for (uint32_t i = 1; i < 1000; i++) {
        str_clear(path);
        str_add_len(path, c->path, slash ? (size_t)(slash - c->path + 1) : 0);
        str_addf(path, "harness_%s", c->function);
        if (i > 1) str_addf(path, "_%u", i);
        str_add(path, ".c");
        if (access(str_text(path), F_OK) != 0) return;
    }
}

/* A word that says where the file's own flags come from: a captured program, or clang's list; none otherwise. */
static void add_flags(const struct subject *s, struct str *out) {
    const char *first = s && s->words.len ? s->words.data[0] : "--";
    if (str_starts(first, "--project=")) str_addf(out, "--project=%s/%s", s->folder, first + strlen("--project="));
    else if (!str_starts(first, "--")) str_addf(out, "%s/%s", s->folder, first);
}

static void write_harness(struct lsp *l, const char *id, const struct document *d, const char *function) {
    struct str word = {0}, folder = {0}, made = {0}, why = {0};
    subject_list found = {0};
    const char *slash = strrchr(d->path, '/');
    struct commission *c = MEM_NEW(struct commission);
    offspring_init(&c->child);
    str_add(&c->id, id);
    c->path = mem_strdup(d->path);
    c->function = mem_strdup(function);
    subjects_of_file(d->path, false, function, &found);
    str_add_len(&folder, d->path, slash ? (size_t)(slash - d->path + 1) : 0);
    str_addf(&word, "%s:%s", slash ? slash + 1 : d->path, function);
    add_flags(found.len ? &found.data[0] : NULL, &made);
    const char *words[] = {"harness", str_text(&word), made.len ? str_text(&made) : NULL, NULL};
    if (offspring_start(&c->child, str_text(&folder), words, 0, &why)) {
        vec_push(&l->commissions, c);
    } else {
        rpc_fail(l, id, RPC_FAILED, str_text(&why));
        commission_free(c);
    }
    subjects_release(&found);
    str_release(&word);
    str_release(&made);
    str_release(&folder);
    str_release(&why);
}

/* The editor makes the file, so that it can be undone; for an editor that cannot, the server makes it. */
static void hand_over(struct lsp *l, const char *path, const char *text) {
    struct str uri = {0}, params = {0};
    uri_add(path, &uri);
    json_open(&params, NULL, '{');
    json_add(&params, "label", "shrike: write a harness");
    json_open(&params, "edit", '{');
    json_open(&params, "documentChanges", '[');
    json_open(&params, NULL, '{');
    json_add(&params, "kind", "create");
    json_add(&params, "uri", str_text(&uri));
    json_addf(&params, "options", "{\"ignoreIfExists\":true}");
    json_close(&params, "}");
    json_open(&params, NULL, '{');
    json_open(&params, "textDocument", '{');
    json_add(&params, "uri", str_text(&uri));
    json_addf(&params, "version", "null");
    json_close(&params, "}");
    json_open(&params, "edits", '[');
    json_open(&params, NULL, '{');
    rpc_add_range(0, 0, 0, 0, &params);
    json_add(&params, "newText", text);
    json_close(&params, "}]}]}}");
    rpc_ask(l, "edit", l->numbers++, "workspace/applyEdit", str_text(&params));
    if (l->shows_documents) {
        str_clear(&params);
        json_open(&params, NULL, '{');
        json_bool(&params, "takeFocus", true);
        json_add(&params, "uri", str_text(&uri));
        json_close(&params, "}");
        rpc_ask(l, "show", l->numbers++, "window/showDocument", str_text(&params));
    }
    str_release(&uri);
    str_release(&params);
}

static void finish(struct lsp *l, struct commission *c) {
    struct str path = {0}, result = {0};
    const char *id = str_text(&c->id), *text = str_text(&c->child.said);
    harness_name(c, &path);
    if (c->cancelled) {
        rpc_fail(l, id, RPC_CANCELLED, "cancelled");
    } else if (c->child.status != 0) {
        rpc_fail(l, id, RPC_FAILED, c->child.errors.len ? str_text(&c->child.errors) : "could not write a harness");
    } else if (!l->creates_files && !str_write_file(str_text(&path), text, c->child.said.len)) {
        rpc_fail(l, id, RPC_FAILED, strerror(errno));
    } else {
        if (l->creates_files) hand_over(l, str_text(&path), text);
        json_open(&result, NULL, '{');
        json_add(&result, "path", str_text(&path));
        json_close(&result, "}");
        rpc_reply(l, id, str_text(&result));
    }
    str_release(&path);
    str_release(&result);
}

void action_look(struct lsp *l) {
    for (uint32_t i = l->commissions.len; i-- > 0;) {
        struct commission *c = l->commissions.data[i];
        if (!offspring_look(&c->child)) continue;
        finish(l, c);
        l->commissions.data[i] = vec_last(&l->commissions);
        l->commissions.len--;
        commission_free(c);
    }
}

bool action_cancel(struct lsp *l, const char *id) {
    for (uint32_t i = 0; i < l->commissions.len; i++) {
        struct commission *c = l->commissions.data[i];
        if (strcmp(str_text(&c->id), id) != 0) continue;
        c->cancelled = true;
        offspring_stop(&c->child);
        return true;
    }
    return false;
}

/* ---- commands ---------------------------------------------------------------------------------------- */

static bool is_identifier(const char *word) {
    return *word && strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") == strlen(word);
}

static void stop_all(struct lsp *l) {
    for (uint32_t i = 0; i < l->concerns.len; i++) checkup_cancel(l->concerns.data[i]->check);
}

void action_execute(struct lsp *l, const char *id, const struct json *params) {
    const char *command = json_text(params, "command");
    const struct json *arguments = json_member(params, "arguments"), *uri = arguments ? arguments->first : NULL;
    const struct json *name = uri ? uri->next : NULL;
    const struct document *d = uri && uri->kind == JSON_TEXT ? document_of_uri(l, uri->text) : NULL;
    const char *function = name && name->kind == JSON_TEXT ? name->text : "";
    bool harness = strcmp(command, "shrike.writeHarness") == 0, alone = strcmp(command, "shrike.verifyFunction") == 0;
    bool verify = strcmp(command, "shrike.verify") == 0, stop = strcmp(command, "shrike.stop") == 0;
    if (!harness && !alone && !verify && !stop) rpc_fail(l, id, RPC_INVALID_PARAMS, "no such command");
    else if (!stop && !d) rpc_fail(l, id, RPC_INVALID_PARAMS, "the first argument must be the URI of an open file");
    else if ((harness || alone) && !is_identifier(function))
        rpc_fail(l, id, RPC_INVALID_PARAMS, "the second argument must be the name of a function");
    else if (!stop && !document_is_saved(d))
        rpc_fail(l, id, RPC_FAILED, "save the file first: shrike verifies the file on disk");
    else if (harness) write_harness(l, id, d, function);
    else {
        if (stop) stop_all(l);
        else concerns_ask(l, d, alone ? function : NULL);
        rpc_reply(l, id, "null");
    }
}
