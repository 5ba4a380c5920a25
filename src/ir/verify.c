#include "ir/ir.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "ir/bound.h"
#include "ir/graph.h"
#include "ir/operands.h"

struct checker {
    struct program *p;
    const struct function *f; /* NULL: the program as a whole */
    uint32_t pc;              /* NO_NODE: the function as a whole */
    const char *error;        /* the first; NULL: none yet */
};

/* Records the first failure; the value is `ok` for use in conditions. */
__attribute__((format(printf, 3, 4))) static bool expect(struct checker *c, bool ok, const char *format, ...) {
    if (ok || c->error) return ok;
    char text[256];
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    struct arena *arena = &c->p->arena;
    if (!c->f) c->error = arena_strdup(arena, text);
    else if (c->pc == NO_NODE) c->error = arena_printf(arena, "%s: %s", c->f->name, text);
    else
        c->error = arena_printf(arena, "%s: instruction %u (%s): %s", c->f->name, c->pc,
                                c->f->code[c->pc].op < IR_OPS ? ir_op_name(c->f->code[c->pc].op) : "?", text);
    return false;
}

static void check_position(struct checker *c, uint32_t pos) {
    expect(c, pos < c->p->positions.len, "position %u of %u", pos, c->p->positions.len);
}

/* ---- blocks and targets */

static bool is_block_start(const struct function *f, uint32_t pc) {
    uint32_t low = 0, high = f->nblocks;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        if (f->blocks[middle].first <= pc) low = middle;
        else high = middle;
    }
    return f->blocks[low].first == pc;
}

static void check_target(struct checker *c, uint32_t pc) {
    expect(c, is_block_start(c->f, pc), "target %u is not the first of a block", pc);
}

static void check_blocks(struct checker *c) {
    const struct function *f = c->f;
    uint32_t next = 0;
    for (uint32_t b = 0; b < f->nblocks && !c->error; b++) {
        const struct ir_block *block = &f->blocks[b];
        expect(c, block->first == next, "block %u starts at %u, not at %u", b, block->first, next);
        expect(c, block->first < block->end, "block %u is empty", b);
        next = block->end;
    }
    expect(c, next == f->ncode, "blocks end at %u of %u", next, f->ncode);
}

static void check_block_ends(struct checker *c) {
    const struct function *f = c->f;
    for (uint32_t b = 0; b < f->nblocks; b++)
        for (c->pc = f->blocks[b].first; c->pc < f->blocks[b].end; c->pc++) {
            uint32_t op = f->code[c->pc].op;
            if (!expect(c, op < IR_OPS, "no such operator: %u", op)) return;
            bool last = c->pc + 1 == f->blocks[b].end;
            expect(c, ir_is_terminator(op) == last, "%s of block %u", last ? "at the end" : "inside", b);
        }
    c->pc = NO_NODE;
}

/* ---- slots and table indexes */

static void check_slots(struct checker *c, struct slot_range range, const char *what) {
    uint64_t end = (uint64_t)range.first + range.count;
    expect(c, end <= c->f->nslots, "%s slots %u..%llu of %u", what, range.first, (unsigned long long)end, c->f->nslots);
}

static void check_call(struct checker *c, const struct insn *insn) {
    const struct ir_call *call = ir_call_of(c->f, insn);
    for (uint32_t i = 0; i < call->nargs; i++) {
        const struct ir_arg *arg = &call->args[i];
        check_slots(c, (struct slot_range){arg->slot, arg->nslots}, "argument in");
        expect(c, !arg->byval || arg->nslots == 1, "argument %u by value is not one pointer", i);
    }
    if (insn->op == IR_CALL)
        expect(c, insn->a > 0 && insn->a < c->p->functions.len, "calls function %u of %u", insn->a,
               c->p->functions.len);
}

static void check_table(struct checker *c, uint32_t index, uint32_t len, const char *what) {
    expect(c, index < len, "%s %u of %u", what, index, len);
}

static void check_back(struct checker *c, const struct insn *insn) {
    const struct bounds *bounds = c->p->bounds;
    expect(c, insn->d == insn->a, "counts slot %u into %u", insn->a, insn->d);
    expect(c, bounds && insn->c > 0 && insn->c <= bounds->nloops, "loop %u", insn->c);
}

static void check_tables(struct checker *c, const struct insn *insn) {
    switch (insn->op) {
    case IR_SWITCH: check_table(c, insn->b, c->f->nswitches, "switch"); break;
    case IR_CALL:
    case IR_CALLI: check_table(c, insn->b, c->f->ncalls, "call record"); break;
    case IR_ALLOCA: check_table(c, insn->a, c->f->nallocas, "alloca"); break;
    case IR_ALLOCAV: check_table(c, insn->b, c->f->nallocas, "alloca"); break;
    case IR_UNDEF: check_table(c, insn->a, c->p->sites.len, "site"); break;
    case IR_BACK: check_back(c, insn); break;
    case IR_UNSUPPORTED: check_table(c, insn->a, c->p->messages.len, "message"); break;
    default: break;
    }
}

/* aux: selectors and widths that the operators share. */
static void check_selectors(struct checker *c, const struct insn *insn) {
    uint32_t aux = insn->aux;
    switch (insn->op) {
    case IR_BITOP:
        expect(c, aux >> 8 <= BITOP_UCMP, "operator %u", aux >> 8);
        expect(c, (aux & 0xff) >= 1 && (aux & 0xff) <= 64, "width %u", aux & 0xff);
        break;
    case IR_OVERFLOW: expect(c, insn->c <= OVF_UMUL, "operator %u", insn->c); break;
    case IR_WIDE:
        expect(c, insn->c <= WIDE_UMUL_O, "operator %u", insn->c);
        expect(c, aux > 64, "width %u", aux);
        break;
    case IR_FBIN:
        expect(c, IR_FLOAT_OP(aux) <= FBIN_RINT && IR_FLOAT_MODE(aux) < IR_MODES, "operator %u", aux);
        expect(c, insn->c >= FLOAT_32 && insn->c <= FLOAT_16, "format %u", insn->c);
        break;
    case IR_FCLASS: expect(c, aux >= FLOAT_32 && aux <= FLOAT_16, "format %u", aux); break;
    case IR_WIDECAST: expect(c, aux <= CAST_FP, "cast %u", aux); break;
    case IR_FCAST: expect(c, IR_FLOAT_OP(aux) <= CAST_FP && IR_FLOAT_MODE(aux) < IR_MODES, "cast %u", aux); break;
    case IR_LOADN:
    case IR_STOREN:
    case IR_TRUNCN: expect(c, aux >= 1 && aux <= 64, "width %u", aux); break;
    default: break;
    }
}

static void check_insn(struct checker *c, const struct insn *insn) {
    check_position(c, insn->pos);
    check_tables(c, insn);
    check_selectors(c, insn);
    if (c->error) return;
    if (ir_is_call(insn->op)) check_call(c, insn);
    struct slot_range reads[IR_MAX_READS], written = ir_written(c->f, insn);
    uint32_t nreads = ir_read(c->f, insn, reads);
    for (uint32_t i = 0; i < nreads; i++) check_slots(c, reads[i], "reads");
    if (written.count) {
        check_slots(c, written, "writes");
        expect(c, written.first >= c->f->nconsts, "writes constant %u", written.first);
    }
    const char *kinds = ir_op_operands(insn->op);
    for (uint32_t i = 0; i < 4; i++)
        if (kinds[i] == 't') check_target(c, ir_operand(insn, i));
}

static void check_code(struct checker *c) {
    for (c->pc = 0; c->pc < c->f->ncode && !c->error; c->pc++) check_insn(c, &c->f->code[c->pc]);
    c->pc = NO_NODE;
}

/* ---- tables of a function */

static void check_dense(struct checker *c, const struct ir_switch *s, uint32_t which) {
    uint32_t next = 0;
    if (!expect(c, s->ncases > 0, "switch %u: dense but empty", which)) return;
    uint64_t span = s->values[s->ncases - 1] - s->values[0];
    if (!expect(c, s->dense_len == span + 1, "switch %u: dense length %llu for span %llu", which,
                (unsigned long long)s->dense_len, (unsigned long long)span))
        return;
    for (uint64_t i = 0; i < s->dense_len && !c->error; i++) {
        bool is_case = s->values[next] - s->values[0] == i;
        uint32_t target = is_case ? s->targets[next] : s->otherwise;
        expect(c, s->dense[i] == target, "switch %u: dense entry %llu differs", which, (unsigned long long)i);
        next += is_case;
    }
}

static void check_switch(struct checker *c, const struct ir_switch *s, uint32_t which) {
    expect(c, s->width >= 1 && s->width <= 64, "switch %u: width %u", which, s->width);
    check_target(c, s->otherwise);
    for (uint32_t i = 0; i < s->ncases && !c->error; i++) {
        check_target(c, s->targets[i]);
        expect(c, i == 0 || s->values[i - 1] < s->values[i], "switch %u: case %u not ascending", which, i);
        expect(c, s->width >= 64 || !(s->values[i] >> s->width), "switch %u: case %u too wide", which, i);
    }
    if (s->dense && !c->error) check_dense(c, s, which);
}

static void check_params(struct checker *c) {
    const struct function *f = c->f;
    uint32_t slots = 0;
    for (uint32_t i = 0; i < f->nparams; i++) slots += f->params[i].nslots;
    expect(c, slots == f->nparam_slots, "parameters fill %u slots, not %u", slots, f->nparam_slots);
    if (!ir_has_code(f) || !slots) return;
    check_slots(c, (struct slot_range){f->param_base, slots}, "parameters in");
    expect(c, f->param_base >= f->nconsts, "parameters in the constants");
}

static void check_function_tables(struct checker *c) {
    const struct function *f = c->f;
    expect(c, f->nconsts <= f->nslots, "%u constants in %u slots", f->nconsts, f->nslots);
    for (uint32_t i = 0; i < f->nswitches; i++) check_switch(c, &f->switches[i], i);
    for (uint32_t i = 0; i < f->nvars; i++) {
        expect(c, f->vars[i].slot < f->nslots, "variable %s in slot %u of %u", f->vars[i].name, f->vars[i].slot,
               f->nslots);
        check_position(c, f->vars[i].pos);
    }
    for (uint32_t i = 0; i < f->nallocas; i++) {
        uint32_t align = f->allocas[i].align;
        check_position(c, f->allocas[i].pos);
        expect(c, align && !(align & (align - 1)), "alloca %u: alignment %u", i, align);
        check_table(c, f->allocas[i].site, c->p->sites.len, "site");
    }
    for (uint32_t i = 0; i < f->ncalls; i++) check_table(c, f->calls[i].site, c->p->sites.len, "site");
}

static void check_function(struct checker *c, const struct function *f) {
    c->f = f;
    c->pc = NO_NODE;
    check_position(c, f->pos);
    check_params(c);
    expect(c, f->defined ? f->runtime || ir_has_code(f) : !ir_has_code(f),
           "defined, but without code, or the other way round");
    if (!ir_has_code(f)) return;
    check_blocks(c);
    if (!c->error) check_block_ends(c);
    if (!c->error) check_function_tables(c);
    if (!c->error) check_code(c);
}

/* ---- the program as a whole */

static void check_names(struct checker *c) {
    const struct program *p = c->p;
    c->f = NULL;
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        expect(c, f && f->name, "function %u has no name", i);
        if (!f || !f->name) return;
        expect(c, f->id == i, "function %s: number %u at %u", f->name, f->id, i);
        /* Static functions of different files may share a name. */
        uint64_t named = strmap_get(&p->function_names, f->name, 0);
        expect(c, named == i || f->internal, "function %s is found at %u, not %u", f->name, (unsigned)named, i);
    }
    for (uint32_t i = 1; i < p->globals.len; i++) {
        const struct ir_global *g = p->globals.data[i];
        expect(c, g && g->name, "global %u has no name", i);
        if (!g || !g->name) return;
        uint64_t named = strmap_get(&p->global_names, g->name, 0);
        expect(c, named < p->globals.len, "global %s is found at %u of %u", g->name, (unsigned)named, p->globals.len);
        expect(c, g->align && !(g->align & (g->align - 1)), "global %s: alignment %u", g->name, g->align);
        check_position(c, g->pos);
    }
}

static void check_is_function(struct checker *c, uint32_t f, const char *what) {
    bool known = f > 0 && f < c->p->functions.len;
    expect(c, known && ir_has_code(c->p->functions.data[f]), "%s: function %u is not defined", what, f);
}

static void check_program(struct checker *c) {
    const struct program *p = c->p;
    expect(c, p->ptr_bytes == (p->is32 ? 4u : 8u), "%u bytes in a pointer", p->ptr_bytes);
    if (p->entry) check_is_function(c, p->entry, "entry");
    for (uint32_t i = 0; i < p->constructors.len; i++) check_is_function(c, p->constructors.data[i], "constructor");
    for (uint32_t i = 0; i < p->destructors.len; i++) check_is_function(c, p->destructors.data[i], "destructor");
    for (uint32_t i = 1; i < p->positions.len && !c->error; i++)
        expect(c, p->positions.data[i].file < p->files.len, "position %u: file %u of %u", i, p->positions.data[i].file,
               p->files.len);
}

const char *program_check(struct program *p) {
    struct checker c = {.p = p};
    check_names(&c);
    if (!c.error) check_program(&c);
    for (uint32_t i = 1; i < p->functions.len && !c.error; i++) check_function(&c, p->functions.data[i]);
    return c.error;
}
