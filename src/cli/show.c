#include "cli/show.h"

#include <stdio.h>

#include "base/context.h"
#include "base/str.h"
#include "ir/callgraph.h"
#include "ir/cfg.h"
#include "ir/dot.h"
#include "ir/ir.h"
#include "ir/loops.h"
#include "ir/operands.h"
#include "ir/print.h"

enum { FORMAT_DOT, FORMAT_TEXT };
enum { MOST_EXITS = 16 };

/* One run of the command. Text goes out piece by piece, so that showing a large
 * program does not hold all of it. */
struct show {
    struct context *ctx;
    struct program *p;
    struct function *only; /* NULL: all */
    struct printer printer;
    struct arena arena; /* of one function's analyses */
    struct str out;
};

static void flush(struct show *s) {
    fwrite(str_text(&s->out), 1, s->out.len, stdout);
    str_clear(&s->out);
}

static bool is_shown(const struct show *s, const struct function *f) {
    if (s->only) return f == s->only;
    return ir_has_code(f) && (!f->runtime || s->ctx->opt.show_runtime);
}

/* Calls `each` for the functions to be shown that have code. */
static void for_each(struct show *s, void (*each)(struct show *, struct function *)) {
    for (uint32_t i = 1; i < s->p->functions.len; i++) {
        struct function *f = s->p->functions.data[i];
        if (!is_shown(s, f)) continue;
        if (ir_has_code(f)) cfg_build(s->p, f);
        each(s, f);
        flush(s);
        arena_reset(&s->arena);
    }
}

/* ---- ir */

static void show_function(struct show *s, struct function *f) {
    str_add_char(&s->out, '\n');
    print_function(&s->printer, &s->out, f);
}

/* The globals that the shown code uses, and those that they point to. */
struct used {
    struct show *s;
    struct map seen; /* struct ir_global * */
    VEC(const struct ir_global *) work;
};

static void use_value(struct used *u, uint64_t value) {
    const struct named_address *symbol = symbols_find(&u->s->printer.symbols, value);
    if (!symbol || !symbol->global || !map_put(&u->seen, (uintptr_t)symbol->global, 1)) return;
    vec_push(&u->work, symbol->global);
}

static void use_function(struct used *u, const struct function *f) {
    for (uint32_t i = 0; i < f->nconsts; i++) use_value(u, f->consts[i]);
    for (uint32_t pc = 0; pc < f->ncode; pc++)
        if (f->code[pc].op == IR_MOVI) use_value(u, ir_movi_value(&f->code[pc]));
}

static void use_data(struct used *u, const struct ir_global *g) {
    uint32_t step = u->s->p->ptr_bytes;
    for (uint64_t at = 0; g->data && at + step <= g->size; at += step) {
        uint64_t value = 0;
        memcpy(&value, g->data + at, step);
        use_value(u, value);
    }
}

static void show_globals(struct show *s) {
    struct used u = {.s = s};
    map_init(&u.seen);
    for (uint32_t i = 1; i < s->p->functions.len; i++)
        if (is_shown(s, s->p->functions.data[i])) use_function(&u, s->p->functions.data[i]);
    while (u.work.len) use_data(&u, vec_pop(&u.work));
    for (uint32_t i = 1; i < s->p->globals.len; i++)
        if (map_get(&u.seen, (uintptr_t)s->p->globals.data[i], 0))
            print_global(&s->printer, &s->out, s->p->globals.data[i]);
    map_release(&u.seen);
    vec_release(&u.work);
}

static void show_ir(struct show *s) {
    show_globals(s);
    for_each(s, show_function);
}

/* ---- cfg */

static void dot_one(struct show *s, struct function *f) {
    if (!ir_has_code(f)) return;
    dot_function(&s->out, &s->printer, f, loops_build(&s->arena, s->p, f), s->ctx->opt.show_code);
}

static void text_block(struct show *s, const struct function *f, uint32_t b, const struct loops *loops) {
    const struct ir_block *block = &f->blocks[b];
    uint32_t first, last, l = loops->innermost[b];
    str_addf(&s->out, "    b%u%s%s ->", b, block->name ? " " : "", block->name ? block->name : "");
    for (uint32_t i = 0; i < block->nsuccs; i++) str_addf(&s->out, " b%u", block->succs[i]);
    if (!block->nsuccs) str_addf(&s->out, " %s", ir_op_name(cfg_terminator(f, b)->op));
    dot_block_lines(s->p, f, b, &first, &last);
    if (first) str_addf(&s->out, first == last ? ", line %u" : ", lines %u-%u", first, last);
    if (l && loops->loops[l].header == b) str_addf(&s->out, ", head of loop %u, depth %u", l, loops->loops[l].depth);
    if (!cfg_is_reachable(f, b)) str_add(&s->out, ", unreachable");
    str_add_char(&s->out, '\n');
}

static void text_cfg(struct show *s, struct function *f) {
    if (!ir_has_code(f)) return;
    const struct loops *loops = loops_build(&s->arena, s->p, f);
    str_addf(&s->out, "%s: %u blocks, %u reachable\n", f->name, f->nblocks, f->cfg->nreachable);
    for (uint32_t i = 0; i < f->nblocks; i++) text_block(s, f, f->cfg->order[i], loops);
}

static void show_cfg(struct show *s) {
    if (s->ctx->opt.show_format == FORMAT_TEXT) {
        for_each(s, text_cfg);
        return;
    }
    dot_begin(&s->out, s->only ? s->only->name : "program");
    for_each(s, dot_one);
    dot_end(&s->out);
}

/* ---- loops */

static void text_exits(struct show *s, const struct loops *loops, uint32_t l) {
    vec_edge exits = {0};
    loops_exits(loops, l, MOST_EXITS + 1, &exits);
    for (uint32_t i = 0; i < exits.len && i < MOST_EXITS; i++)
        str_addf(&s->out, "%sb%u -> b%u", i ? ", " : "; exits ", exits.data[i].from, exits.data[i].to);
    str_add(&s->out, !exits.len ? "; no exit" : exits.len > MOST_EXITS ? ", ..." : "");
    vec_release(&exits);
}

static void text_loop(struct show *s, const struct loops *loops, uint32_t l) {
    const struct loop *loop = &loops->loops[l];
    vec_u32 latches = {0};
    loops_latches(loops, l, &latches);
    str_addf(&s->out, "%*sloop %u at b%u", (int)(loop->depth < 20 ? loop->depth : 20) * 4, "", l, loop->header);
    if (loop->file) {
        str_addf(&s->out, ", %s:%u", s->p->files.data[loop->file], loop->first_line);
        if (loop->last_line > loop->first_line) str_addf(&s->out, "-%u", loop->last_line);
    }
    if (loop->irreducible) str_add(&s->out, ", irreducible");
    str_addf(&s->out, ", %u block%s; back from", loop->count, loop->count == 1 ? "" : "s");
    for (uint32_t i = 0; i < latches.len; i++) str_addf(&s->out, " b%u", latches.data[i]);
    text_exits(s, loops, l);
    str_add_char(&s->out, '\n');
    vec_release(&latches);
}

/* Inner loops after their outer one; numbers alone do not give that order. */
static void text_loops(struct show *s, struct function *f) {
    if (!ir_has_code(f)) return;
    const struct loops *loops = loops_build(&s->arena, s->p, f);
    if (!loops->n && !s->only) return;
    str_addf(&s->out, "%s: %u loop%s\n", f->name, loops->n, loops->n == 1 ? "" : "s");
    for (uint32_t i = 0; i < loops->loops[0].count; i++) {
        uint32_t l = loops->innermost[loops->members[i]];
        if (loops->loops[l].first == i) text_loop(s, loops, l);
    }
}

/* ---- calls */

static void text_calls(struct show *s, const struct callgraph *cg, uint32_t f) {
    const struct function *fn = s->p->functions.data[f];
    str_add(&s->out, fn->name);
    if (!ir_has_code(fn)) str_add(&s->out, " (no code)");
    if (bitset_has(&cg->recursive, f)) str_add(&s->out, " (recursive)");
    if (!bitset_has(&cg->reachable, f)) str_add(&s->out, " (unreachable)");
    bool inside = !fn->runtime || fn == s->only || s->ctx->opt.show_runtime;
    if (!inside) str_add(&s->out, " (library)");
    const char *separator = ": ";
    for (uint32_t e = cg->callees.start[f]; inside && e < cg->callees.start[f + 1]; e++) {
        uint32_t v = cg->callees.to[e];
        str_add(&s->out, separator);
        separator = ", ";
        if (callgraph_is_function(cg, v)) {
            str_add(&s->out, s->p->functions.data[v]->name);
            continue;
        }
        str_add_char(&s->out, '*');
        for (uint32_t i = cg->callees.start[v]; i < cg->callees.start[v + 1]; i++)
            str_addf(&s->out, "%s%s", i > cg->callees.start[v] ? "|" : "(",
                     s->p->functions.data[cg->callees.to[i]]->name);
        str_add(&s->out, graph_degree(&cg->callees, v) ? ")" : "(nothing)");
    }
    str_add_char(&s->out, '\n');
}

/* Adds a node and all that it calls, not looking into library models. */
static void add_called(const struct show *s, const struct callgraph *cg, uint32_t root, struct bitset *shown) {
    vec_u32 work = {0};
    vec_push(&work, root);
    while (work.len) {
        uint32_t v = vec_pop(&work);
        if (!bitset_add(shown, v)) continue;
        bool model = callgraph_is_function(cg, v) && s->p->functions.data[v]->runtime;
        if (model && v != root && !s->ctx->opt.show_runtime) continue;
        for (uint32_t e = cg->callees.start[v]; e < cg->callees.start[v + 1]; e++) vec_push(&work, cg->callees.to[e]);
    }
    vec_release(&work);
}

static void show_calls(struct show *s) {
    struct callgraph *cg = callgraph_new(s->p);
    struct bitset shown;
    bitset_init(&shown);
    for (uint32_t f = 1; f < cg->nfunctions; f++)
        if (is_shown(s, s->p->functions.data[f])) add_called(s, cg, f, &shown);
    if (s->ctx->opt.show_format == FORMAT_DOT) dot_calls(&s->out, cg, &shown);
    else
        for (uint32_t f = 1; f < cg->nfunctions; f++)
            if (bitset_has(&shown, f)) text_calls(s, cg, f);
    bitset_release(&shown);
    callgraph_free(cg);
}

static void show_loops(struct show *s) { for_each(s, text_loops); }

int cli_show(struct context *ctx, struct program *p, const char *what, const char *function) {
    static const struct {
        const char *name;
        void (*show)(struct show *);
    } views[] = {{"ir", show_ir}, {"cfg", show_cfg}, {"calls", show_calls}, {"loops", show_loops}};
    struct show s = {.ctx = ctx, .p = p};
    const char *broken = program_check(p);
    if (broken) {
        log_error(&ctx->log, "internal error: inconsistent program: %s", broken);
        return 1;
    }
    if (function && !(s.only = program_function(p, function))) {
        log_error(&ctx->log, "no function '%s' in the program", function);
        return 1;
    }
    for (size_t i = 0; i < sizeof views / sizeof *views; i++) {
        if (strcmp(views[i].name, what) != 0) continue;
        printer_init(&s.printer, p);
        arena_init(&s.arena);
        str_init(&s.out);
        views[i].show(&s);
        flush(&s);
        str_release(&s.out);
        arena_release(&s.arena);
        printer_release(&s.printer);
        return 0;
    }
    log_error(&ctx->log, "cannot show '%s'; choose ir, cfg, calls or loops", what);
    return 1;
}
