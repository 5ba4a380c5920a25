#include "ir/stores.h"

#include <assert.h>

bool stores_is_plain(enum ir_op op) { return op >= IR_STORE8 && op <= IR_STOREN; }

static bool stores_is_indexed(enum ir_op op) { return op >= IR_STORE8X && op <= IR_STORE64X; }

uint32_t stores_size(const struct insn *in) {
    if (in->op == IR_STOREN) return (in->aux + 7u) / 8;
    uint32_t first = stores_is_plain(in->op) ? IR_STORE8 : IR_STORE8X;
    return 1u << (in->op - first);
}

static bool is_store(enum ir_op op) { return stores_is_plain(op) || stores_is_indexed(op); }

static void edit_function(struct program *p, struct function *f) {
    uint32_t count = 0, old = f->ncode;
    for (uint32_t i = 0; i < old; i++) count += is_store(f->code[i].op);
    if (!count) return;
    struct insn *code = ARENA_ARRAY(&p->arena, struct insn, (size_t)old + 3 * (size_t)count);
    memcpy(code, f->code, old * sizeof *code);
    uint32_t at = old;
    for (uint32_t i = 0; i < old; i++) {
        if (!is_store(code[i].op)) continue;
        code[at] = code[i];
        code[at + 1] = (struct insn){.op = IR_POINT, .pos = code[i].pos};
        code[at + 2] = (struct insn){.op = IR_JMP, .c = i + 1, .pos = code[i].pos};
        code[i] = (struct insn){.op = IR_JMP, .c = at, .pos = code[i].pos};
        at += 3;
    }
    assert(at == old + 3 * count);
    f->code = code;
    f->ncode = at;
}

void stores_stop(struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        if (ir_has_code(f) && !f->runtime) edit_function(p, f);
    }
}
