#include "serve/checkup.h"

#include <assert.h>
#include <string.h>
#include <unistd.h>

#include "text/jsonread.h"

void texts_add(text_list *list, const char *text) { vec_push(list, mem_strdup(text)); }

void texts_release(text_list *list) {
    for (uint32_t i = 0; i < list->len; i++) mem_free(list->data[i]);
    vec_release(list);
}

struct checkup *checkup_new(const char *name, const char *folder, const char *depends) {
    struct checkup *c = mem_zalloc(sizeof *c);
    c->name = mem_strdup(name);
    c->folder = mem_strdup(folder);
    str_add(&c->depends, depends);
    offspring_init(&c->child);
    arena_init(&c->arena);
    return c;
}

void checkup_free(struct checkup *c) {
    offspring_release(&c->child);
    unlink(str_text(&c->depends));
    mem_free(c->name);
    mem_free(c->folder);
    texts_release(&c->words);
    texts_release(&c->reads);
    arena_release(&c->arena);
    str_release(&c->line);
    str_release(&c->errors);
    str_release(&c->depends);
    mem_free(c);
}

bool checkup_start(struct checkup *c, const text_list *options, int progress, struct str *why) {
    VEC(const char *) words = {0};
    assert(c->state == CHECKUP_IDLE || c->state == CHECKUP_WAITING);
    unlink(str_text(&c->depends));
    vec_push(&words, "verify");
    vec_push(&words, "--no-keep-test");
    vec_push(&words, "--json");
    vec_push(&words, "-");
    vec_push(&words, "--depends");
    vec_push(&words, str_text(&c->depends));
    vec_append(&words, options->data, options->len);
    vec_append(&words, c->words.data, c->words.len);
    vec_push(&words, NULL);
    bool ok = offspring_start(&c->child, c->folder, words.data, progress, why);
    c->state = ok ? CHECKUP_RUNNING : CHECKUP_IDLE;
    c->again = false;
    vec_release(&words);
    return ok;
}

void checkup_ask(struct checkup *c) {
    if (c->state == CHECKUP_IDLE) c->state = CHECKUP_WAITING;
    if (c->state == CHECKUP_WAITING) return;
    checkup_cancel(c);
    c->again = true;
}

void checkup_cancel(struct checkup *c) {
    c->again = false;
    if (c->state == CHECKUP_WAITING) c->state = CHECKUP_IDLE;
    if (c->state != CHECKUP_RUNNING) return;
    offspring_stop(&c->child);
    c->state = CHECKUP_STOPPING;
}

static bool has(const text_list *list, const char *text, size_t len) {
    for (uint32_t i = 0; i < list->len; i++)
        if (strncmp(list->data[i], text, len) == 0 && !list->data[i][len]) return true;
    return false;
}

/* A run that did not compile may have read only some of the files: those known before stay. */
static void take_reads(struct checkup *c, bool whole) {
    struct str text = {0};
    if (str_read_file(&text, str_text(&c->depends))) {
        if (whole) texts_release(&c->reads);
        for (const char *at = str_text(&text); *at;) {
            size_t len = strcspn(at, "\n");
            struct str path = {0};
            str_add_len(&path, at, len);
            if (len && !has(&c->reads, at, len)) texts_add(&c->reads, str_text(&path));
            str_release(&path);
            at += len + (at[len] == '\n');
        }
    }
    str_release(&text);
}

static void take_result(struct checkup *c) {
    struct str error = {0};
    arena_reset(&c->arena);
    str_clear(&c->line);
    str_clear(&c->errors);
    str_add_len(&c->line, str_text(&c->child.said), c->child.said.len);
    str_add_len(&c->errors, str_text(&c->child.errors), c->child.errors.len);
    c->result = c->line.len ? json_read("shrike", str_text(&c->line), c->line.len, &c->arena, &error) : NULL;
    if (error.len) str_addf(&c->errors, "shrike: error: %s\n", str_text(&error));
    c->status = c->child.status;
    c->runs++;
    take_reads(c, c->result != NULL);
    str_release(&error);
}

enum checkup_news checkup_look(struct checkup *c) {
    if (c->state != CHECKUP_RUNNING && c->state != CHECKUP_STOPPING) return CHECKUP_NOTHING;
    if (!offspring_look(&c->child)) return CHECKUP_NOTHING;
    bool stopped = c->state == CHECKUP_STOPPING;
    if (!stopped) take_result(c);
    c->state = c->again ? CHECKUP_WAITING : CHECKUP_IDLE;
    c->again = false;
    assert(!c->child.pid);
    return stopped ? CHECKUP_STOPPED : CHECKUP_DONE;
}

bool checkup_reads(const struct checkup *c, const char *path) { return has(&c->reads, path, strlen(path)); }
