#include "engine/treelog.h"

#include <assert.h>
#include <errno.h>

#include "base/str.h"
#include "engine/treelog_inside.h"
#include "solver/path.h"

enum {
    MOST_SHOWN = 200000, /* nodes, where only a page wants them */
    MOST_REFUSED = 16,   /* infeasible leaves below one node */
};

struct treelog *treelog_new(struct exec *x) {
    const struct options *opt = &x->ctx->opt;
    if (!opt->show_tree && !opt->html) return NULL;
    struct treelog *log = MEM_NEW(struct treelog);
    *log = (struct treelog){.x = x, .most = opt->show_tree ? 0 : MOST_SHOWN};
    places_init(&log->none);
    spell_init(&log->spell, x, &log->none);
    map_init(&log->makers);
    vec_push(&log->entries, (struct tree_entry){0});
    return log;
}

void treelog_free(struct treelog *log) {
    if (!log) return;
    for (uint32_t i = 0; i < log->entries.len; i++) {
        mem_free(log->entries.data[i].cond);
        mem_free(log->entries.data[i].fact);
        mem_free(log->entries.data[i].error);
    }
    vec_release(&log->entries);
    map_release(&log->makers);
    spell_release(&log->spell);
    places_release(&log->none);
    mem_free(log);
}

void treelog_places(struct treelog *log, const struct places *places) {
    if (log) log->spell.places = places ? places : &log->none;
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

static bool is_full(struct treelog *log) {
    bool full = log->most && log->entries.len > log->most;
    log->missing += full;
    return full;
}

uint32_t treelog_open(struct treelog *log, uint32_t parent, const struct state *st) {
    if (!log || is_full(log)) return 0;
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
    if (!log || !node) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = how;
    e->end_pos = st->top ? st->top->pc->pos : 0;
}

void treelog_subsumed(struct treelog *log, uint32_t node, const struct fact *f) {
    if (!log || !node) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = "subsumed";
    e->other = (uint32_t)map_get(&log->makers, (uint64_t)(uintptr_t)f, 0);
}

void treelog_back(struct treelog *log, uint32_t node, uint32_t head) {
    if (!log || !node) return;
    struct tree_entry *e = entry_of(log, node);
    e->how = "loop";
    e->other = head;
}

void treelog_reopened(struct treelog *log, uint32_t node) {
    if (!log || !node) return;
    struct tree_entry *e = entry_of(log, node);
    e->other = 0;
    e->how = "none";
}

void treelog_fact(struct treelog *log, uint32_t node, struct state *st, const struct fact *f) {
    if (!log || !node) return;
    struct tree_entry *e = entry_of(log, node);
    mem_free(e->fact);
    e->fact = NULL;
    if (!f) return;
    struct str text = {0};
    spell_fact(&log->spell, st, f, &text);
    e->fact = str_take(&text);
    map_put(&log->makers, (uint64_t)(uintptr_t)f, node);
}

void treelog_error(struct treelog *log, uint32_t node, const char *message) {
    if (!log || !node || entry_of(log, node)->error) return;
    entry_of(log, node)->error = mem_strdup(message);
}

void treelog_infeasible(struct treelog *log, uint32_t node, const struct exec *x, expr cond) {
    if (!log || !node || entry_of(log, node)->refused++ >= MOST_REFUSED || is_full(log)) return;
    const struct frame *top = x->now->top;
    struct tree_entry e = {.parent = node, .how = "infeasible", .depth = x->now->depth, .function = top->fn->name};
    struct str text = {0};
    e.pos = e.end_pos = top->pc->pos;
    spell_cond(&log->spell, NULL, cond, &text);
    e.cond = str_take(&text);
    vec_push(&log->entries, e);
}

/* ---- reading -------------------------------------------------------------------------------------- */

static enum tree_mark mark_of(const struct tree_entry *e) {
    static const struct {
        const char *how;
        enum tree_mark mark;
    } marks[] = {{"fork", TREE_INNER},
                 {"point", TREE_INNER},
                 {"none", TREE_INNER},
                 {"merged", TREE_INNER},
                 {"exit", TREE_DONE},
                 {"bound", TREE_CUT},
                 {"limit", TREE_CUT},
                 {"assumption", TREE_INFEASIBLE},
                 {"infeasible", TREE_INFEASIBLE},
                 {"subsumed", TREE_SUBSUMED},
                 {"loop", TREE_LOOP},
                 {"pruned", TREE_PRUNED},
                 {"error", TREE_CUT},
                 {"open", TREE_OPEN}};
    if (e->error) return TREE_ERROR;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(e->how, marks[i].how) == 0) return marks[i].mark;
    assert(!"an end that has a mark");
    return TREE_OPEN;
}

uint32_t treelog_size(const struct treelog *log) { return log ? log->entries.len - 1 : 0; }
uint64_t treelog_missing(const struct treelog *log) { return log ? log->missing : 0; }

struct tree_view treelog_view(const struct treelog *log, uint32_t node) {
    assert(log && node && node < log->entries.len);
    const struct tree_entry *e = &log->entries.data[node];
    return (struct tree_view){e->parent, e->other, mark_of(e), e->function, e->pos, e->cond, e->fact, e->error};
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
