#include "ir/ir.h"

#include <assert.h>

static const char *const names[] = {
#define OP(name, text, operands) text,
#include "ir/ops.def"
#undef OP
};

static const char *const operand_strings[] = {
#define OP(name, text, operands) operands,
#include "ir/ops.def"
#undef OP
};

const char *ir_op_name(enum ir_op op) {
    assert(op < IR_OPS);
    return names[op];
}

const char *ir_op_operands(enum ir_op op) {
    assert(op < IR_OPS);
    return operand_strings[op];
}

bool ir_is_terminator(enum ir_op op) { return op <= IR_RET || op == IR_UNREACHABLE; }

struct program *program_new(void) {
    struct program *p = MEM_NEW(struct program);
    arena_init(&p->arena);
    strmap_init(&p->function_names);
    strmap_init(&p->global_names);
    strmap_init(&p->input_types);
    vec_push(&p->functions, NULL);
    vec_push(&p->globals, NULL);
    vec_push(&p->files, NULL);
    vec_push(&p->positions, (struct position){0, 0, 0});
    vec_push(&p->sites, (struct ir_site){.name = NULL});
    p->next_object = 1;
    layout_init(&p->layout, false);
    return p;
}

void program_free(struct program *p) {
    if (!p) return;
    vec_release(&p->functions);
    vec_release(&p->globals);
    vec_release(&p->files);
    vec_release(&p->positions);
    vec_release(&p->messages);
    vec_release(&p->sites);
    vec_release(&p->constructors);
    vec_release(&p->destructors);
    vec_release(&p->supposed);
    strmap_release(&p->function_names);
    strmap_release(&p->global_names);
    strmap_release(&p->input_types);
    layout_release(&p->layout);
    arena_release(&p->arena);
    mem_free(p);
}

struct function *program_function(const struct program *p, const char *name) {
    uint64_t i = strmap_get(&p->function_names, name, 0);
    return i ? p->functions.data[i] : NULL;
}

struct ir_global *program_global(const struct program *p, const char *name) {
    uint64_t i = strmap_get(&p->global_names, name, 0);
    return i ? p->globals.data[i] : NULL;
}

const char *program_where(struct program *p, uint32_t pos) {
    struct position at = p->positions.data[pos];
    if (!pos || !at.file) return "?";
    if (!at.column) return arena_printf(&p->arena, "%s:%u", p->files.data[at.file], at.line);
    return arena_printf(&p->arena, "%s:%u:%u", p->files.data[at.file], at.line, at.column);
}
