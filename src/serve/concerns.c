/* Verifications of what the editor has open, one at a time. */
#include <assert.h>
#include <string.h>

#include "base/json.h"
#include "serve/lsp_inside.h"
#include "text/jsonread.h"

void concern_free(struct concern *c) {
    checkup_free(c->check);
    texts_release(&c->owners);
    texts_release(&c->published);
    mem_free(c->token);
    mem_free(c);
}

static bool is_owner(const struct concern *c, const char *path) {
    for (uint32_t i = 0; i < c->owners.len; i++)
        if (strcmp(c->owners.data[i], path) == 0) return true;
    return false;
}

static bool touches(const struct concern *c, const char *path) {
    return is_owner(c, path) || checkup_reads(c->check, path);
}

/* ---- which there are --------------------------------------------------------------------------------- */

static bool is_same(const struct checkup *c, const struct subject *s) {
    bool same = strcmp(c->folder, s->folder) == 0 && c->words.len == s->words.len;
    for (uint32_t i = 0; same && i < s->words.len; i++) same = strcmp(c->words.data[i], s->words.data[i]) == 0;
    return same;
}

static struct concern *concern_of(struct lsp *l, const struct subject *s) {
    for (uint32_t i = 0; i < l->concerns.len; i++)
        if (is_same(l->concerns.data[i]->check, s)) return l->concerns.data[i];
    struct str depends = {0};
    struct concern *c = MEM_NEW(struct concern);
    str_addf(&depends, "%s/%u", str_text(&l->folder), l->numbers++);
    c->check = checkup_new(s->name, s->folder, str_text(&depends));
    for (uint32_t i = 0; i < s->words.len; i++) texts_add(&c->check->words, s->words.data[i]);
    vec_push(&l->concerns, c);
    str_release(&depends);
    return c;
}

static void ask(struct concern *c) {
    c->stale = false;
    checkup_ask(c->check);
}

void concerns_ask(struct lsp *l, const struct document *d, const char *function) {
    subject_list found = {0};
    if (!str_ends(d->path, ".c") && !str_ends(d->path, ".i")) return;
    subjects_of_file(d->path, d->text && subject_starts(d->text), function, &found);
    for (uint32_t i = 0; i < found.len; i++) {
        struct concern *c = concern_of(l, &found.data[i]);
        if (!is_owner(c, d->path)) texts_add(&c->owners, d->path);
        ask(c);
    }
    subjects_release(&found);
}

void concerns_saved(struct lsp *l, const char *path) {
    for (uint32_t i = 0; i < l->concerns.len; i++)
        if (touches(l->concerns.data[i], path)) ask(l->concerns.data[i]);
}

void concerns_changed(struct lsp *l, const char *path) {
    for (uint32_t i = 0; i < l->concerns.len; i++) {
        struct concern *c = l->concerns.data[i];
        if (!touches(c, path) || c->check->state == CHECKUP_IDLE) continue;
        checkup_cancel(c->check);
        c->stale = true;
    }
}

void concerns_restored(struct lsp *l, const char *path) {
    for (uint32_t i = 0; i < l->concerns.len; i++)
        if (l->concerns.data[i]->stale && touches(l->concerns.data[i], path)) ask(l->concerns.data[i]);
}

/* ---- progress ---------------------------------------------------------------------------------------- */

static void tell_progress(struct lsp *l, const struct concern *c, const char *kind, const char *name,
                          const char *text) {
    struct str params = {0};
    json_open(&params, NULL, '{');
    json_add(&params, "token", c->token);
    json_open(&params, "value", '{');
    json_add(&params, "kind", kind);
    if (*text) json_add(&params, name, text);
    if (strcmp(kind, "begin") == 0) json_bool(&params, "cancellable", true);
    json_close(&params, "}}");
    rpc_notify(l, "$/progress", str_text(&params));
    str_release(&params);
}

static void ask_for_progress(struct lsp *l, struct concern *c) {
    struct str token = {0}, params = {0};
    uint32_t number = l->numbers++;
    assert(!c->token);
    str_addf(&token, "shrike-%u", number);
    json_open(&params, NULL, '{');
    json_add(&params, "token", str_text(&token));
    json_close(&params, "}");
    c->token = str_take(&token);
    c->begun = false;
    rpc_ask(l, "progress", number, "window/workDoneProgress/create", str_text(&params));
    str_release(&params);
}

static struct concern *concern_of_token(struct lsp *l, const char *token) {
    for (uint32_t i = 0; i < l->concerns.len; i++)
        if (l->concerns.data[i]->token && strcmp(l->concerns.data[i]->token, token) == 0) return l->concerns.data[i];
    return NULL;
}

void concerns_accept(struct lsp *l, const char *token, bool accepted) {
    struct concern *c = concern_of_token(l, token);
    if (!c || c->begun || !accepted) return;
    struct str title = {0};
    c->begun = true;
    str_addf(&title, "shrike verifies %s", c->check->name);
    tell_progress(l, c, "begin", "title", str_text(&title));
    str_release(&title);
}

void concerns_cancel(struct lsp *l, const char *token) {
    struct concern *c = concern_of_token(l, token);
    if (c) checkup_cancel(c->check);
}

static void end_progress(struct lsp *l, struct concern *c, const char *word) {
    if (c->token && c->begun) tell_progress(l, c, "end", "message", word);
    mem_free(c->token);
    c->token = NULL;
    c->begun = false;
}

/* The last whole line about progress that it has written since. */
static void hear(struct lsp *l, struct concern *c) {
    const struct str *errors = &c->check->child.errors;
    const char *end = errors->len > c->heard ? strrchr(str_text(errors) + c->heard, '\n') : NULL;
    if (!end) return;
    const char *line = end;
    while (line > errors->data + c->heard && line[-1] != '\n') line--;
    c->heard = (size_t)(end + 1 - errors->data);
    struct str text = {0};
    str_add_len(&text, line, (size_t)(end - line));
    if (c->begun && str_starts(str_text(&text), "shrike: ") && strstr(str_text(&text), " s: "))
        tell_progress(l, c, "report", "message", str_text(&text) + strlen("shrike: "));
    str_release(&text);
}

/* ---- results ----------------------------------------------------------------------------------------- */

static void add_verdict(const struct checkup *c, struct str *out) {
    if (c->result) str_add(out, json_text(c->result, "outcome"));
    else str_add(out, "not verified");
}

/* {uri, verdict}: for status lines. */
static void tell_verdict(struct lsp *l, const struct concern *c, const char *verdict) {
    struct str text = {0}, params = {0};
    str_addf(&text, "%s: %s", c->check->name, verdict);
    if (c->check->result) str_addf(&text, " (%s)", json_text(c->check->result, "engine"));
    rpc_say(l, false, RPC_INFO, str_text(&text));
    json_open(&params, NULL, '{');
    json_add(&params, "program", c->check->name);
    json_add(&params, "verdict", verdict);
    json_close(&params, "}");
    rpc_notify(l, "shrike/verdict", str_text(&params));
    str_release(&text);
    str_release(&params);
}

/* What is on disk now is what was verified: had it changed, the run would have been stopped. */
static void keep_bases(struct lsp *l, const struct concern *c) {
    for (uint32_t i = 0; i < l->documents.len; i++) {
        struct document *d = l->documents.data[i];
        struct str text = {0};
        if (!touches(c, d->path) || !str_read_file(&text, d->path)) continue;
        mem_free(d->base);
        d->base = mem_strdup(str_text(&text));
        str_release(&text);
    }
}

static void take_up(struct lsp *l, struct concern *c, enum checkup_news news) {
    struct str verdict = {0};
    if (news == CHECKUP_DONE) {
        add_verdict(c->check, &verdict);
        keep_bases(l, c);
        diagnose_publish(l, c);
        tell_verdict(l, c, str_text(&verdict));
    }
    end_progress(l, c, news == CHECKUP_DONE ? str_text(&verdict) : "stopped");
    c->heard = 0;
    str_release(&verdict);
}

static bool works(const struct concern *c) {
    return c->check->state == CHECKUP_RUNNING || c->check->state == CHECKUP_STOPPING;
}

static void start_next(struct lsp *l) {
    struct concern *next = NULL;
    for (uint32_t i = 0; i < l->concerns.len; i++) {
        if (works(l->concerns.data[i])) return;
        if (!next && l->concerns.data[i]->check->state == CHECKUP_WAITING) next = l->concerns.data[i];
    }
    if (!next) return;
    struct str why = {0};
    next->heard = 0;
    if (!checkup_start(next->check, &l->settings.options, l->shows_progress ? 1 : 0, &why))
        rpc_say(l, true, RPC_ERROR, str_text(&why));
    else if (l->shows_progress) ask_for_progress(l, next);
    str_release(&why);
}

/* Drops the concern if no open document needs it. */
static void drop_if_forsaken(struct lsp *l, uint32_t i) {
    struct concern *c = l->concerns.data[i];
    if (c->owners.len || works(c)) return;
    l->concerns.data[i] = vec_last(&l->concerns);
    l->concerns.len--;
    concern_free(c);
}

void concerns_look(struct lsp *l) {
    for (uint32_t i = l->concerns.len; i-- > 0;) {
        struct concern *c = l->concerns.data[i];
        enum checkup_news news = checkup_look(c->check);
        if (news != CHECKUP_NOTHING) take_up(l, c, news);
        else if (works(c)) hear(l, c);
        drop_if_forsaken(l, i);
    }
    if (!l->shut) start_next(l);
}

/* ---- the end of one ---------------------------------------------------------------------------------- */

static void drop_owner(struct concern *c, const char *path) {
    for (uint32_t i = 0; i < c->owners.len; i++) {
        if (strcmp(c->owners.data[i], path) != 0) continue;
        mem_free(c->owners.data[i]);
        c->owners.data[i] = vec_last(&c->owners);
        c->owners.len--;
        return;
    }
}

/* It goes when its child has ended. */
void concerns_closed(struct lsp *l, const char *path) {
    for (uint32_t i = 0; i < l->concerns.len; i++) {
        struct concern *c = l->concerns.data[i];
        drop_owner(c, path);
        if (c->owners.len) continue;
        diagnose_retract(l, c);
        checkup_cancel(c->check);
    }
}
