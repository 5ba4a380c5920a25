#include "ir/bound.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/str.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/edit.h"
#include "ir/loops.h"

/* From "file:line=N" to loops: the part of ir/bound.c that talks to the user. */

enum { MOST_NEARBY = 8 };

/* Splits "file:line=N"; false if it has another form. */
static bool parse(const char *text, struct arena *arena, const char **file, uint32_t *line, uint32_t *limit) {
    const char *equals = strrchr(text, '=');
    const char *colon = equals ? memrchr(text, ':', (size_t)(equals - text)) : NULL;
    if (!colon || colon == text || colon + 1 == equals || !equals[1]) return false;
    if (strspn(colon + 1, "0123456789") != (size_t)(equals - colon - 1)) return false;
    if (strspn(equals + 1, "0123456789") != strlen(equals + 1)) return false;
    errno = 0;
    unsigned long at = strtoul(colon + 1, NULL, 10), n = strtoul(equals + 1, NULL, 10);
    if (errno || at == 0 || at > UINT32_MAX || n >= BOUND_NONE) return false;
    *file = arena_strndup(arena, text, (size_t)(colon - text));
    *line = (uint32_t)at;
    *limit = (uint32_t)n;
    return true;
}

/* ---- an error that helps */

struct nearby {
    const struct program *p;
    VEC(const struct loop *) list; /* nearest first */
    vec_u32 functions;
    uint32_t line;
};

static uint32_t distance(const struct loop *l, uint32_t line) {
    if (line < l->first_line) return l->first_line - line;
    return line > l->last_line ? line - l->last_line : 0;
}

static void add_nearby(struct nearby *n, const struct loop *l, uint32_t function) {
    uint32_t i = n->list.len;
    vec_push(&n->list, l);
    vec_push(&n->functions, function);
    for (; i > 0 && distance(n->list.data[i - 1], n->line) > distance(l, n->line); i--) {
        n->list.data[i] = n->list.data[i - 1];
        n->functions.data[i] = n->functions.data[i - 1];
    }
    n->list.data[i] = l;
    n->functions.data[i] = function;
    if (n->list.len > MOST_NEARBY) {
        n->list.len--;
        n->functions.len--;
    }
}

/* Loops of the file; if it has none (or is misspelt), those of all user code. */
static void find_nearby(struct nearby *n, struct loops *const *loops, const char *file) {
    for (uint32_t f = 1; f < n->p->functions.len; f++) {
        if (!loops[f] || (!file && n->p->functions.data[f]->runtime)) continue;
        for (uint32_t l = 1; l <= loops[f]->n; l++) {
            const struct loop *loop = &loops[f]->loops[l];
            if (!loop->file || !loop->first_line) continue;
            if (!file || loops_file_matches(n->p->files.data[loop->file], file)) add_nearby(n, loop, f);
        }
    }
}

static void say_nearby(const struct program *p, struct loops *const *loops, const char *file, uint32_t line,
                       struct str *error) {
    struct nearby n = {.p = p, .line = line};
    find_nearby(&n, loops, file);
    if (!n.list.len) find_nearby(&n, loops, NULL);
    str_addf(error, "no loop at %s:%u", file, line);
    str_add(error, n.list.len ? "; loops nearby: " : "; the program has no loops");
    for (uint32_t i = 0; i < n.list.len; i++) {
        const struct loop *l = n.list.data[i];
        str_addf(error, "%s%s:%u", i ? ", " : "", p->files.data[l->file], l->first_line);
        if (l->last_line > l->first_line) str_addf(error, "-%u", l->last_line);
        str_addf(error, " in %s", p->functions.data[n.functions.data[i]]->name);
    }
    vec_release(&n.list);
    vec_release(&n.functions);
}

/* ---- interface */

static bool limit_line(const struct program *p, struct loops *const *loops, uint32_t *const *limits, const char *file,
                       uint32_t line, uint32_t limit) {
    vec_u32 found = {0};
    bool any = false;
    for (uint32_t f = 1; f < p->functions.len; f++) {
        if (!loops[f]) continue;
        vec_clear(&found);
        loops_find_line(loops[f], p, file, line, &found);
        for (uint32_t i = 0; i < found.len; i++) limits[f][found.data[i]] = limit;
        any |= found.len > 0;
    }
    vec_release(&found);
    return any;
}

/* Sets limits[function][loop] for the lines of the wish. loops[function] is NULL for
 * functions without code. False with a message if a line is wrong. */
static bool bound_wish_lines(const struct program *p, const struct bound_wish *wish, struct arena *arena,
                             struct loops *const *loops, uint32_t *const *limits, struct str *error) {
    for (uint32_t i = 0; i < wish->nby_line; i++) {
        const char *file;
        uint32_t line, limit;
        if (!parse(wish->by_line[i], arena, &file, &line, &limit)) {
            str_addf(error, "a bound of a loop is FILE:LINE=N, not '%s'", wish->by_line[i]);
            return false;
        }
        if (limit_line(p, loops, limits, file, line, limit)) continue;
        say_nearby(p, loops, file, line, error);
        return false;
    }
    return true;
}

typedef VEC(struct bound_loop) vec_bound_loop;

/* A function being changed. Its flow graph is the old one until the end. */
struct bounding {
    struct edit edit;
    const struct loops *loops;
    const uint32_t *limits; /* of its loops */
    bool count_all;
    uint32_t *back;     /* loop to the code index of its counting block; 0: none yet */
    struct map enter;   /* (block, loop around what is entered) to code index */
    uint32_t max_depth; /* of counted loops */
    uint32_t from;      /* the block whose edges are in work */
    vec_bound_loop *table;
};

static bool is_counted(const struct bounding *e, uint32_t loop) {
    return e->count_all || e->limits[loop] != BOUND_NONE;
}

static uint32_t slot_of(struct bounding *e, uint32_t loop) {
    uint32_t depth = e->loops->loops[loop].depth;
    if (depth > e->max_depth) e->max_depth = depth;
    return e->edit.f->nslots + depth - 1;
}

static void emit(struct bounding *e, enum ir_op op, uint32_t d, uint32_t a, uint32_t b, uint32_t c, uint32_t pos) {
    edit_emit(&e->edit, (struct insn){.op = (uint16_t)op, .d = d, .a = a, .b = b, .c = c, .pos = pos});
}

/* ---- the two kinds of blocks */

static uint32_t make_back(struct bounding *e, uint32_t loop, uint32_t pos, vec_bound_loop *table) {
    const struct loop *l = &e->loops->loops[loop];
    uint32_t first = e->edit.code.len, slot = slot_of(e, loop);
    vec_push(table, (struct bound_loop){.function = e->edit.f->id,
                                        .header = l->header,
                                        .back_pc = first,
                                        .slot = slot,
                                        .limit = e->limits[loop],
                                        .file = l->file,
                                        .first_line = l->first_line,
                                        .last_line = l->last_line});
    emit(e, IR_BACK, slot, slot, e->limits[loop], table->len - 1, pos);
    return edit_end_block(&e->edit, first, l->header, pos, "back");
}

/* Sets the counters of the loops around `to` up to, not with, `outer`. */
static uint32_t make_enter(struct bounding *e, uint32_t to, uint32_t outer, uint32_t pos) {
    uint32_t first = e->edit.code.len;
    for (uint32_t l = e->loops->innermost[to]; l != outer; l = e->loops->loops[l].parent)
        if (is_counted(e, l)) emit(e, IR_MOVI, slot_of(e, l), 0, 0, 0, pos);
    if (e->edit.code.len == first) return e->edit.f->blocks[to].first; /* none is counted */
    return edit_end_block(&e->edit, first, to, pos, "enter");
}

/* Where the edge between two old blocks must lead. */
static uint32_t target_of(struct bounding *e, uint32_t from, uint32_t to, vec_bound_loop *table) {
    uint32_t pos = cfg_terminator(e->edit.f, from)->pos, inner = e->loops->innermost[to], outer = inner;
    while (outer && !loops_contains(e->loops, outer, from)) outer = e->loops->loops[outer].parent;
    if (outer != inner) {
        uint64_t key = (uint64_t)to << 32 | outer, *found = map_find(&e->enter, key);
        if (found) return (uint32_t)*found;
        uint32_t pc = make_enter(e, to, outer, pos);
        map_put(&e->enter, key, pc);
        return pc;
    }
    if (!loops_is_back_edge(e->loops, from, to) || !is_counted(e, inner)) return e->edit.f->blocks[to].first;
    if (!e->back[inner]) e->back[inner] = make_back(e, inner, pos, table);
    return e->back[inner];
}

/* ---- edges */

static uint32_t way_to(void *owner, uint32_t to) {
    struct bounding *e = owner;
    return target_of(e, e->from, to, e->table);
}

static void edit_function(struct program *p, struct function *f, struct bounding *e) {
    assert(e->loops->innermost[0] == 0); /* it could not be entered */
    edit_begin(&e->edit, p, f);
    map_init(&e->enter);
    e->back = mem_zalloc((e->loops->n + 1) * sizeof *e->back);
    for (e->from = 0; e->from < f->nblocks; e->from++)
        if (cfg_is_reachable(f, e->from)) edit_redirect(&e->edit, e->from, way_to, e);
    edit_finish(&e->edit, e->max_depth);
    map_release(&e->enter);
    mem_free(e->back);
}

/* ---- the program */

static void *keep(struct program *p, const void *data, size_t size) {
    return memcpy(arena_alloc(&p->arena, size), data, size);
}

void bound_recursion(struct program *p, uint32_t limit, bool ours) {
    struct callgraph *cg = callgraph_new(p);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        if (!ir_has_code(f) || !bitset_has(&cg->recursive, i)) continue;
        if (ours || ir_is_users(f)) f->max_active = limit + 1;
        f->recursion = cg->scc[i] + 1;
    }
    callgraph_free(cg);
}

static void bound_loops(struct program *p, const struct bound_wish *wish, struct loops *const *loops,
                        uint32_t *const *limits) {
    vec_bound_loop table = {0};
    vec_push(&table, (struct bound_loop){.function = 0});
    for (uint32_t i = 1; i < p->functions.len; i++) {
        if (!loops[i] || !loops[i]->n) continue;
        struct bounding bounding = {
            .loops = loops[i], .limits = limits[i], .count_all = wish->count_all, .table = &table};
        edit_function(p, p->functions.data[i], &bounding);
    }
    p->bounds = ARENA_NEW(&p->arena, struct bounds);
    p->bounds->nloops = table.len - 1;
    p->bounds->loops = keep(p, table.data, table.len * sizeof *table.data);
    p->bounds->recursion = wish->all;
    vec_release(&table);
}

static void find_loops(const struct program *p, struct arena *scratch, uint32_t limit, struct loops **loops,
                       uint32_t **limits) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (!ir_has_code(f)) continue;
        loops[i] = loops_build(scratch, p, f);
        limits[i] = ARENA_ARRAY(scratch, uint32_t, (size_t)loops[i]->n + 1);
        for (uint32_t l = 1; l <= loops[i]->n; l++) limits[i][l] = ir_is_users(f) ? limit : BOUND_NONE;
    }
}

bool bound_apply(struct program *p, const struct bound_wish *wish, struct str *error) {
    assert(!p->bounds);
    struct arena scratch;
    arena_init(&scratch);
    cfg_build_all(p);
    struct loops **loops = ARENA_ARRAY(&scratch, struct loops *, p->functions.len);
    uint32_t **limits = ARENA_ARRAY(&scratch, uint32_t *, p->functions.len);
    find_loops(p, &scratch, wish->all, loops, limits);
    bool ok = bound_wish_lines(p, wish, &scratch, loops, limits, error);
    if (ok) bound_loops(p, wish, loops, limits);
    if (ok && wish->all != BOUND_NONE) bound_recursion(p, wish->all, false);
    arena_release(&scratch);
    return ok;
}

void bound_set_limit(struct program *p, uint32_t loop, uint32_t limit) {
    assert(p->bounds && loop > 0 && loop <= p->bounds->nloops);
    struct bound_loop *l = &p->bounds->loops[loop];
    struct insn *back = &p->functions.data[l->function]->code[l->back_pc];
    assert((back->op == IR_BACK || back->op == IR_FIRST) && back->c == loop);
    l->limit = back->b = limit;
}

void bound_describe(const struct program *p, uint32_t loop, struct str *out) {
    assert(p->bounds && loop > 0 && loop <= p->bounds->nloops);
    const struct bound_loop *l = &p->bounds->loops[loop];
    str_add(out, "the loop at ");
    if (l->file && l->first_line) str_addf(out, "%s:%u", p->files.data[l->file], l->first_line);
    else str_addf(out, "block %u", l->header);
    str_addf(out, " in %s", p->functions.data[l->function]->name);
}
