#include "solver/smtlib/script.h"

#include <string.h>

#include "base/context.h"
#include "expr/keep.h"
#include "solver/path.h"

static void scan_script(struct expr_pool *pool, void *owner) {
    struct script *sc = owner;
    for (vec_each(uint32_t, i, &sc->bindings)) {
        const struct binding *b = &sc->bindings.data[i];
        if (b->kind != BIND_SORT) expr_mark(pool, b->term.e);
    }
    for (vec_each(uint32_t, i, &sc->open)) expr_mark(pool, sc->open.data[i].e);
}

void script_init(struct script *sc, struct context *ctx, const char *path, FILE *out) {
    *sc = (struct script){.ctx = ctx, .path = path, .out = out};
    sc->pool = expr_pool_new();
    expr_pool_add_scanner(sc->pool, scan_script, sc);
    sc->solver = solver_new(ctx, sc->pool);
    sc->pc = pathcond_new(sc->solver);
    arena_init(&sc->names);
    arena_init(&sc->command);
    arena_init(&sc->last);
    strmap_init(&sc->by_name);
}

void script_release(struct script *sc) {
    for (vec_each(uint32_t, i, &sc->levels)) pathcond_release(sc->levels.data[i].pc);
    pathcond_release(sc->pc);
    pathcond_release(sc->checked);
    model_release(sc->model);
    solver_free(sc->solver);
    expr_pool_remove_scanner(sc->pool, scan_script, sc);
    expr_pool_free(sc->pool);
    handover_free(sc->handover);
    arena_release(&sc->names);
    arena_release(&sc->command);
    arena_release(&sc->last);
    strmap_release(&sc->by_name);
    vec_release(&sc->bindings);
    vec_release(&sc->levels);
    vec_release(&sc->assertions);
    vec_release(&sc->assumptions);
    vec_release(&sc->open);
    vec_release(&sc->values);
    vec_release(&sc->frames);
    str_release(&sc->error);
    str_release(&sc->replay);
}

/* ---- errors ------------------------------------------------------------------------- */

bool script_fail(struct script *sc, const struct sexpr *at, const char *format, ...) {
    if (sc->failed || sc->beyond) return false;
    sc->failed = true;
    sc->line = at->line;
    sc->column = at->column;
    va_list args;
    va_start(args, format);
    str_vaddf(&sc->error, format, args);
    va_end(args);
    return false;
}

bool script_beyond(struct script *sc, const struct sexpr *at, const char *what) {
    if (sc->failed || sc->beyond) return false;
    sc->beyond = true;
    sc->line = at->line;
    sc->column = at->column;
    str_add(&sc->error, what);
    return false;
}

static void report(struct script *sc, const char *what, uint32_t line, uint32_t column) {
    log_error(&sc->ctx->log, "%s:%u:%u: %s", sc->path, line, column, what);
}

/* ---- names ---------------------------------------------------------------------------- */

struct binding *script_find(struct script *sc, const char *name) {
    uint64_t number = strmap_get(&sc->by_name, name, 0);
    return number ? &sc->bindings.data[number - 1] : NULL;
}

void script_bind(struct script *sc, struct binding b) {
    b.hides = (uint32_t)strmap_get(&sc->by_name, b.name, 0);
    vec_push(&sc->bindings, b);
    strmap_put(&sc->by_name, b.name, sc->bindings.len);
}

void script_unbind(struct script *sc, uint32_t count) {
    while (sc->bindings.len > count) {
        struct binding b = vec_pop(&sc->bindings);
        strmap_put(&sc->by_name, b.name, b.hides);
    }
}

/* ---- running --------------------------------------------------------------------------- */

static bool run_command(struct script *sc, const struct sexpr *command) {
    if (sc->handover) return handover_command(sc, command);
    if (script_command(sc, command)) return true;
    if (!sc->beyond) return false;
    handover_start(sc);
    return handover_command(sc, command);
}

bool script_run(struct script *sc, const char *text, size_t len) {
    struct sexpr_reader reader;
    sexpr_reader_init(&reader, text, len);
    const struct sexpr *command;
    while (!sc->done && (command = sexpr_read(&reader, &sc->command))) {
        if (!run_command(sc, command)) break;
        arena_reset(&sc->command);
        if (solver_should_collect(sc->solver)) solver_collect(sc->solver);
    }
    if (reader.error) report(sc, reader.error, reader.error_line, reader.error_column);
    else if (sc->failed) report(sc, str_text(&sc->error), sc->line, sc->column);
    bool ok = !reader.error && !sc->failed;
    sexpr_reader_release(&reader);
    fflush(sc->out);
    return ok;
}
