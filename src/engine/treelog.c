#include "engine/treelog.h"

#include <assert.h>
#include <errno.h>

#include "base/str.h"
#include "engine/treelog_data.h"

struct treelog *treelog_new(struct exec *x, const struct places *places) {
    if (!x->ctx->opt.show_tree) return NULL;
    struct treelog *log = MEM_NEW(struct treelog);
    *log = (struct treelog){.x = x};
    spell_init(&log->spell, x, places);
    map_init(&log->makers);
    vec_push(&log->entries, (struct tree_entry){0});
    return log;
}

void treelog_free(struct treelog *log) {
    if (!log) return;
    for (uint32_t i = 0; i < log->entries.len; i++) {
        mem_free(log->entries.data[i].cond);
        mem_free(log->entries.data[i].fact);
    }
    vec_release(&log->entries);
    map_release(&log->makers);
    spell_release(&log->spell);
    mem_free(log);
}

static struct tree_entry *entry_of(struct treelog *log, uint32_t node) {
    assert(node && node < log->entries.len);
    return &log->entries.data[node];
}

/* What the path condition has gained since the parent began. */
static char *new_constraints(struct treelog *log, const struct state *st, uint32_t known) {
    struct str text = {0};
    for (uint32_t i = known; i < pathcond_len(st->pc); i++) {
        if (i > known) str_add(&text, " && ");
        spell_cond(&log->spell, NULL, pathcond_at(st->pc, i), &text);
    }
    return text.len ? str_take(&text) : NULL;
}

uint32_t treelog_open(struct treelog *log, uint32_t parent, const struct state *st) {
    if (!log) return 0;
    struct tree_entry e = {.parent = parent, .how = "open", .depth = st->depth};
    if (st->top) {
        e.function = st->top->fn->name;
        e.pos = st->top->pc->pos;
    }
    e.constraints = pathcond_len(st->pc);
    e.cond = new_constraints(log, st, parent ? entry_of(log, parent)->constraints : 0);
    vec_push(&log->entries, e);
    return log->entries.len - 1;
}

void treelog_end(struct treelog *log, uint32_t node, const char *how, const struct state *st) {
    if (!log) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = how;
    e->end_pos = st->top ? st->top->pc->pos : 0;
}

void treelog_subsumed(struct treelog *log, uint32_t node, const struct fact *f) {
    if (!log) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = "subsumed";
    e->other = (uint32_t)map_get(&log->makers, (uint64_t)(uintptr_t)f, 0);
}

void treelog_back(struct treelog *log, uint32_t node, uint32_t head) {
    if (!log) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = "loop";
    e->other = head;
}

void treelog_reopened(struct treelog *log, uint32_t node) {
    if (!log) return;
    struct tree_entry *e = &log->entries.data[node];
    e->other = 0;
    e->how = "none";
}

void treelog_fact(struct treelog *log, uint32_t node, struct state *st, const struct fact *f) {
    if (!log) return;
    struct tree_entry *e = entry_of(log, node);
    mem_free(e->fact);
    e->fact = NULL;
    if (!f) return;
    struct str text = {0};
    spell_fact(&log->spell, st, f, &text);
    e->fact = str_take(&text);
    map_put(&log->makers, (uint64_t)(uintptr_t)f, node);
}

/* ---- files ----------------------------------------------------------------------------------------- */

static bool write_file(const struct treelog *log, const char *file, const char *ending,
                       void (*print)(const struct treelog *log, struct str *out)) {
    struct str path = {0}, text = {0};
    str_addf(&path, "%s%s", file, ending);
    print(log, &text);
    bool ok = str_write_file(str_text(&path), str_text(&text), text.len);
    if (!ok) log_error(&log->x->ctx->log, "cannot write %s: %s", str_text(&path), strerror(errno));
    str_release(&path);
    str_release(&text);
    return ok;
}

bool treelog_write(const struct treelog *log, const char *file) {
    if (!log) return true;
    if (str_ends(file, ".json")) return write_file(log, file, "", treelog_json);
    if (str_ends(file, ".dot") || str_ends(file, ".gv")) return write_file(log, file, "", treelog_dot);
    bool json = write_file(log, file, ".json", treelog_json);
    return write_file(log, file, ".dot", treelog_dot) && json;
}
