/* Builds small programs by hand. While a function is open, targets are block
 * numbers; build_end turns them into code indexes. */
#ifndef SHRIKE_TEST_IR_BUILDER_H
#define SHRIKE_TEST_IR_BUILDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/rng.h"
#include "ir/ir.h"

struct builder {
    struct program *p;
    struct function *f;
    VEC(struct insn) code;
    VEC(struct ir_block) blocks;
    VEC(struct ir_call) calls;
    VEC(struct ir_switch) switches;
    uint32_t pos; /* of the next instructions */
};

static inline struct program *build_program(void) {
    struct program *p = program_new();
    p->ptr_bytes = 8;
    vec_push(&p->files, arena_strdup(&p->arena, "src/prog.c"));
    return p;
}

static inline uint32_t build_position(struct program *p, uint32_t line) {
    vec_push(&p->positions, (struct position){1, line, 3});
    return p->positions.len - 1;
}

static inline struct function *build_declare(struct program *p, const char *name,
                                             uint32_t nparams, uint32_t nret) {
    struct function *f = ARENA_NEW(&p->arena, struct function);
    f->name = arena_strdup(&p->arena, name);
    f->id = p->functions.len;
    f->builtin = -1;
    f->address = 0x10000000 + f->id * 16;
    f->nparams = f->nparam_slots = nparams;
    f->params = ARENA_ARRAY(&p->arena, struct ir_param, nparams);
    for (uint32_t i = 0; i < nparams; i++) f->params[i].nslots = 1;
    f->nret = nret;
    vec_push(&p->functions, f);
    strmap_put(&p->function_names, name, f->id);
    return f;
}

static inline struct ir_global *build_global(struct program *p, const char *name, uint64_t size) {
    struct ir_global *g = ARENA_NEW(&p->arena, struct ir_global);
    g->name = arena_strdup(&p->arena, name);
    g->size = size;
    g->align = 8;
    g->address = 0x20000000 + p->globals.len * 0x1000;
    strmap_put(&p->global_names, name, p->globals.len);
    vec_push(&p->globals, g);
    return g;
}

/* Opens a function: `extra` slots follow its constants and parameters. */
static inline void build_begin(struct builder *b, struct program *p, struct function *f,
                               const uint64_t *consts, uint32_t nconsts, uint32_t extra) {
    memset(b, 0, sizeof *b);
    b->p = p;
    b->f = f;
    f->defined = true;
    f->nconsts = nconsts;
    f->consts = ARENA_ARRAY(&p->arena, uint64_t, nconsts);
    if (nconsts) memcpy(f->consts, consts, nconsts * sizeof *consts);
    f->param_base = nconsts;
    f->nslots = nconsts + f->nparam_slots + extra;
}

static inline uint32_t build_block(struct builder *b, const char *name) {
    if (b->blocks.len) vec_last(&b->blocks).end = b->code.len;
    vec_push(&b->blocks, (struct ir_block){.first = b->code.len, .name = name});
    return b->blocks.len - 1;
}

static inline void build_insn(struct builder *b, enum ir_op op, uint32_t d, uint32_t a,
                              uint32_t second, uint32_t c) {
    vec_push(&b->code, (struct insn){.op = (uint16_t)op, .d = d, .a = a, .b = second, .c = c,
                                     .pos = b->pos});
}

static inline void build_jmp(struct builder *b, uint32_t to) { build_insn(b, IR_JMP, 0, 0, 0, to); }
static inline void build_br(struct builder *b, uint32_t slot, uint32_t yes, uint32_t no) {
    build_insn(b, IR_BR, no, slot, 0, yes);
}
static inline void build_ret(struct builder *b) { build_insn(b, IR_RET, 0, b->f->nconsts, 0, 0); }

static inline uint32_t build_call_record(struct builder *b, const uint32_t *slots, uint32_t nargs,
                                         uint32_t nret) {
    struct ir_call call = {.nargs = nargs, .nret = nret};
    call.args = ARENA_ARRAY(&b->p->arena, struct ir_arg, nargs);
    for (uint32_t i = 0; i < nargs; i++)
        call.args[i] = (struct ir_arg){.slot = slots[i], .size = 8, .align = 8, .nslots = 1};
    vec_push(&b->calls, call);
    return b->calls.len - 1;
}

static inline void build_call(struct builder *b, uint32_t d, uint32_t callee,
                              const uint32_t *slots, uint32_t nargs, uint32_t nret) {
    build_insn(b, IR_CALL, d, callee, build_call_record(b, slots, nargs, nret), 0);
}

/* Cases 0 .. ncases-1 to the given blocks. */
static inline void build_switch(struct builder *b, uint32_t slot, const uint32_t *to,
                                uint32_t ncases, uint32_t otherwise) {
    struct ir_switch s = {.ncases = ncases, .otherwise = otherwise, .width = 32};
    s.values = ARENA_ARRAY(&b->p->arena, uint64_t, ncases);
    s.targets = ARENA_ARRAY(&b->p->arena, uint32_t, ncases);
    for (uint32_t i = 0; i < ncases; i++) {
        s.values[i] = i;
        s.targets[i] = to[i];
    }
    vec_push(&b->switches, s);
    build_insn(b, IR_SWITCH, 0, slot, b->switches.len - 1, 0);
}

#define BUILD_KEEP(b, vec, type)                                                    \
    (type *)memcpy(arena_alloc(&(b)->p->arena, ((vec).len + 1) * sizeof(type)),     \
                   (vec).data ? (const void *)(vec).data : "", (vec).len * sizeof(type))

static inline void build_resolve(struct builder *b) {
    for (uint32_t i = 0; i < b->code.len; i++) {
        struct insn *insn = &b->code.data[i];
        const char *kinds = ir_op_operands(insn->op);
        if (kinds[0] == 't') insn->d = b->blocks.data[insn->d].first;
        if (kinds[3] == 't') insn->c = b->blocks.data[insn->c].first;
    }
    for (uint32_t i = 0; i < b->switches.len; i++) {
        struct ir_switch *s = &b->switches.data[i];
        s->otherwise = b->blocks.data[s->otherwise].first;
        for (uint32_t j = 0; j < s->ncases; j++)
            s->targets[j] = b->blocks.data[s->targets[j]].first;
    }
}

static inline void build_end(struct builder *b) {
    struct function *f = b->f;
    vec_last(&b->blocks).end = b->code.len;
    build_resolve(b);
    f->code = BUILD_KEEP(b, b->code, struct insn);
    f->ncode = b->code.len;
    f->blocks = BUILD_KEEP(b, b->blocks, struct ir_block);
    f->nblocks = b->blocks.len;
    f->calls = BUILD_KEEP(b, b->calls, struct ir_call);
    f->ncalls = b->calls.len;
    f->switches = BUILD_KEEP(b, b->switches, struct ir_switch);
    f->nswitches = b->switches.len;
    vec_release(&b->code);
    vec_release(&b->blocks);
    vec_release(&b->calls);
    vec_release(&b->switches);
}

/* A function of n blocks with random terminators: mostly branches to somewhere
 * near, some switches, some returns. One parameter. */
static inline struct function *build_random(struct program *p, const char *name, uint32_t n,
                                            uint32_t span, struct rng *rng) {
    struct builder b;
    struct function *f = build_declare(p, name, 1, 0);
    build_begin(&b, p, f, NULL, 0, 1);
    for (uint32_t i = 0; i < n; i++) {
        build_block(&b, NULL);
        for (uint64_t k = rng_below(rng, 3); k > 0; k--) build_insn(&b, IR_MOV, 1, 0, 0, 0);
        uint32_t to[6];
        for (uint32_t j = 0; j < 6; j++) {
            int64_t near = (int64_t)i + 1 + (int64_t)rng_below(rng, 2 * span) - span;
            to[j] = near < 0 ? 0 : near >= n ? n - 1 : (uint32_t)near;
        }
        uint64_t kind = rng_below(rng, 16);
        if (n > 100 && i < 16) kind = 9; /* a large one should not end at once */
        if (kind == 0) build_ret(&b);
        else if (kind < 5) build_jmp(&b, to[0]);
        else if (kind == 5) build_switch(&b, 0, to, 5, to[5]);
        else build_br(&b, 0, to[0], kind < 10 && i + 1 < n ? i + 1 : to[1]);
    }
    build_end(&b);
    return f;
}

#endif
