/* Files that the editor has open. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "serve/lsp_inside.h"
#include "serve/position.h"
#include "text/jsonread.h"

struct document *document_of_uri(struct lsp *l, const char *uri) {
    for (uint32_t i = 0; i < l->documents.len; i++)
        if (strcmp(l->documents.data[i]->uri, uri) == 0) return l->documents.data[i];
    return NULL;
}

struct document *document_of_path(struct lsp *l, const char *path) {
    for (uint32_t i = 0; i < l->documents.len; i++)
        if (strcmp(l->documents.data[i]->path, path) == 0) return l->documents.data[i];
    return NULL;
}

void document_free(struct document *d) {
    mem_free(d->uri);
    mem_free(d->path);
    mem_free(d->text);
    mem_free(d->base);
    mem_free(d);
}

bool document_is_saved(const struct document *d) {
    struct stat st;
    struct str text = {0};
    size_t len = d->text ? strlen(d->text) : 0;
    if (!d->text || stat(d->path, &st) != 0 || !S_ISREG(st.st_mode) || (size_t)st.st_size != len) return false;
    bool same = str_read_file(&text, d->path) && text.len == len && memcmp(str_text(&text), d->text, len) == 0;
    str_release(&text);
    return same;
}

/* The document that the parameters speak of; NULL: it is not open. */
static struct document *named(struct lsp *l, const struct json *params) {
    return document_of_uri(l, json_text(json_member(params, "textDocument"), "uri"));
}

static void set_text(struct document *d, const char *text) {
    mem_free(d->text);
    d->text = text ? mem_strdup(text) : NULL;
}

static struct document *make(struct lsp *l, const char *uri) {
    struct str path = {0};
    char real[PATH_MAX];
    if (!uri_path(uri, &path)) {
        str_release(&path);
        return NULL; /* untitled, or of some other machine */
    }
    struct document *d = MEM_NEW(struct document);
    d->uri = mem_strdup(uri);
    d->path = mem_strdup(realpath(str_text(&path), real) ? real : str_text(&path));
    str_release(&path);
    vec_push(&l->documents, d);
    return d;
}

void documents_open(struct lsp *l, const struct json *params) {
    const struct json *item = json_member(params, "textDocument"), *text = json_member(item, "text");
    struct document *d = named(l, params);
    if (!d) d = make(l, json_text(item, "uri"));
    if (!d) return;
    set_text(d, text && text->kind == JSON_TEXT ? text->text : NULL);
    if (l->settings.on_open && document_is_saved(d)) concerns_ask(l, d, NULL);
}

/* We ask for whole texts; a change of a part means that we no longer know. */
void documents_change(struct lsp *l, const struct json *params) {
    struct document *d = named(l, params);
    const struct json *changes = json_member(params, "contentChanges");
    if (!d || !changes || changes->kind != JSON_LIST) return;
    for (const struct json *c = changes->first; c; c = c->next) {
        const struct json *text = json_member(c, "text");
        set_text(d, text && text->kind == JSON_TEXT && !json_member(c, "range") ? text->text : NULL);
    }
    if (!document_is_saved(d)) concerns_changed(l, d->path);
    else if (l->settings.on_save) concerns_restored(l, d->path);
}

void documents_save(struct lsp *l, const struct json *params) {
    struct document *d = named(l, params);
    const struct json *text = json_member(params, "text");
    if (!d) return;
    if (text && text->kind == JSON_TEXT) set_text(d, text->text);
    if (!l->settings.on_save) return;
    concerns_saved(l, d->path);
    concerns_ask(l, d, NULL);
}

void documents_close(struct lsp *l, const struct json *params) {
    struct document *d = named(l, params);
    for (uint32_t i = 0; d && i < l->documents.len; i++) {
        if (l->documents.data[i] != d) continue;
        l->documents.data[i] = vec_last(&l->documents);
        l->documents.len--;
        concerns_closed(l, d->path);
        document_free(d);
        return;
    }
}
