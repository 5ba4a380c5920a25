#include "exec/core/first.h"

#include <assert.h>

void exec_watch_blocks(struct exec *x, void (*first)(void *owner, const struct function *fn, uint32_t pc),
                       void *owner) {
    assert(!x->coverage.first_ops && first);
    x->coverage.first = first;
    x->coverage.owner = owner;
    x->coverage.first_ops = mem_zalloc(x->p->functions.len * sizeof *x->coverage.first_ops);
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        struct function *f = x->p->functions.data[i];
        if (!ir_has_code(f)) continue;
        x->coverage.first_ops[i] = mem_zalloc(f->ncode * sizeof **x->coverage.first_ops);
        for (uint32_t b = 0; b < f->nblocks; b++) {
            struct insn *in = &f->code[f->blocks[b].first];
            assert(in->op != IR_FIRST); /* no two blocks begin there */
            x->coverage.first_ops[i][f->blocks[b].first] = in->op;
            in->op = IR_FIRST;
        }
    }
}

void exec_first(struct exec *x, struct function *fn, uint32_t pc) {
    assert(x->coverage.first_ops && fn->code[pc].op == IR_FIRST);
    fn->code[pc].op = x->coverage.first_ops[fn->id][pc];
    x->coverage.first(x->coverage.owner, fn, pc);
}

void exec_watch_again(struct exec *x, uint32_t fn, uint32_t pc) {
    assert(x->coverage.first_ops && x->coverage.first_ops[fn] && x->coverage.first_ops[fn][pc] != IR_FIRST);
    x->p->functions.data[fn]->code[pc].op = IR_FIRST;
}

/* What is still patched, of the user's functions: the rest is restored for good. */
static void collect_unseen(struct exec *x) {
    x->coverage.knows_unseen = true;
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        struct function *f = x->p->functions.data[i];
        for (uint32_t b = 0; x->coverage.first_ops[i] && b < f->nblocks; b++) {
            uint32_t pc = f->blocks[b].first;
            if (f->code[pc].op != IR_FIRST) continue;
            if (ir_is_users(f))
                vec_push(&x->coverage.unseen, (struct unseen_block){&f->code[pc], x->coverage.first_ops[i][pc]});
            f->code[pc].op = x->coverage.first_ops[i][pc];
        }
    }
}

void exec_watch_pause(struct exec *x) {
    assert(x->coverage.first_ops);
    if (!x->coverage.knows_unseen) return collect_unseen(x);
    uint32_t n = 0;
    for (uint32_t i = 0; i < x->coverage.unseen.len; i++) {
        struct unseen_block *b = &x->coverage.unseen.data[i];
        if (b->in->op != IR_FIRST) continue;
        b->in->op = b->op;
        x->coverage.unseen.data[n++] = *b;
    }
    x->coverage.unseen.len = n;
}

void exec_watch_go_on(struct exec *x) {
    assert(x->coverage.first_ops);
    for (uint32_t i = 0; i < x->coverage.unseen.len; i++) x->coverage.unseen.data[i].in->op = IR_FIRST;
}

void exec_unwatch_blocks(struct exec *x) {
    if (!x->coverage.first_ops) return;
    for (uint32_t i = 1; i < x->p->functions.len; i++) {
        struct function *f = x->p->functions.data[i];
        for (uint32_t b = 0; x->coverage.first_ops[i] && b < f->nblocks; b++) {
            struct insn *in = &f->code[f->blocks[b].first];
            if (in->op == IR_FIRST) in->op = x->coverage.first_ops[i][f->blocks[b].first];
        }
        mem_free(x->coverage.first_ops[i]);
    }
    mem_free(x->coverage.first_ops);
    vec_release(&x->coverage.unseen);
    x->coverage.first_ops = NULL;
    x->coverage.knows_unseen = false;
}
