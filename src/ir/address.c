#include "ir/address.h"

#include "base/bitset.h"

struct address_flow {
    struct function *f;
    struct bitset slots; /* flow into an address */
    vec_u32 todo;
    uint32_t *next;  /* instruction to the next one that writes the same slot */
    uint32_t *first; /* slot to an instruction that writes it, + 1 */
};

static void add_slot(struct address_flow *fl, uint32_t slot) {
    if (slot >= fl->f->nconsts && bitset_add(&fl->slots, slot)) vec_push(&fl->todo, slot);
}

static void add_addresses(struct address_flow *fl, const struct insn *in) {
    if (in->op >= IR_LOAD8 && in->op <= IR_STOREN) add_slot(fl, in->a);
    if ((in->op >= IR_LOAD8X && in->op <= IR_LOAD64X) || (in->op >= IR_STORE8X && in->op <= IR_STORE64X)) {
        add_slot(fl, in->a);
        add_slot(fl, in->b);
    }
    if (in->op == IR_MEMCPY || in->op == IR_MEMMOVE || in->op == IR_MEMSET) {
        add_slot(fl, in->a);
        add_slot(fl, in->b);
        add_slot(fl, in->c);
    }
}

/* What flows through this instruction into its result? */
static void add_sources(struct address_flow *fl, struct insn *in) {
    if ((in->op >= IR_ADD32 && in->op <= IR_ASHRNI) || in->op == IR_MOV || in->op == IR_LEA64 || in->op == IR_LEA32 ||
        (in->op >= IR_TRUNC8 && in->op <= IR_SEXTN)) {
        const char *letters = ir_op_operands((enum ir_op)in->op);
        if (letters[1] == 's') add_slot(fl, in->a);
        if (letters[2] == 's') add_slot(fl, in->b);
    } else if (in->op == IR_SELECT) {
        in->aux = 1;
        add_slot(fl, in->b);
        add_slot(fl, in->c);
    }
}

static void index_writers(struct address_flow *fl) {
    for (uint32_t i = 0; i < fl->f->ncode; i++) {
        struct insn *in = &fl->f->code[i];
        if (in->op == IR_SELECT) in->aux = 0;
        if (ir_op_operands((enum ir_op)in->op)[0] != 'd') continue;
        fl->next[i] = fl->first[in->d];
        fl->first[in->d] = i + 1;
    }
}

static void mark_function(struct function *f) {
    struct address_flow fl = {.f = f};
    bitset_init(&fl.slots);
    fl.next = mem_zalloc(f->ncode * sizeof *fl.next);
    fl.first = mem_zalloc((f->nslots + 1) * sizeof *fl.first);
    index_writers(&fl);
    for (uint32_t i = 0; i < f->ncode; i++) add_addresses(&fl, &f->code[i]);
    while (fl.todo.len) {
        uint32_t slot = vec_pop(&fl.todo);
        for (uint32_t i = fl.first[slot]; i; i = fl.next[i - 1]) add_sources(&fl, &f->code[i - 1]);
    }
    mem_free(fl.next);
    mem_free(fl.first);
    vec_release(&fl.todo);
    bitset_release(&fl.slots);
}

void address_mark_selects(struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (ir_has_code(p->functions.data[i])) mark_function(p->functions.data[i]);
}

void address_mark_all_selects(struct program *p) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        struct function *f = p->functions.data[i];
        for (uint32_t k = 0; k < f->ncode; k++)
            if (f->code[k].op == IR_SELECT) f->code[k].aux = 1;
    }
}
