/* What a function without body writes through its arguments (front/define/external.h). */
#include <stdio.h>
#include <string.h>

#include "exec/library/builtin.h"
#include "exec/library/symbolic.h"
#include "exec/sym/access.h"
#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "exec/sym/pointee.h"
#include "exec/sym/vast.h"
#include "solver/path.h"

/* What may be written where a pointer points: `before` bytes in front of it and `behind` from there. */
struct extent {
    uint64_t before, behind;
};

static bool can_be_written(const struct mem_object *obj) {
    return obj && obj->live && obj->kind != OBJECT_FUNCTION && (!obj->readonly || obj->unwritten);
}

/* size: of the struct that it points to; 0: all of the object. */
static struct extent extent_at(const struct mem_object *obj, uint64_t addr, uint64_t size) {
    uint64_t off = addr - obj->base;
    if (off > obj->size) return (struct extent){0, 0};
    uint64_t left = obj->size - off;
    return size ? (struct extent){0, size < left ? size : left} : (struct extent){off, left};
}

bool do_external_bytes(struct exec *x, const uint64_t *args, uint32_t nargs, uint64_t *ret) {
    (void)nargs, (void)ret;
    const struct mem_object *obj = space_find(&x->now->space, args[0]);
    if (!can_be_written(obj)) return true;
    struct extent e = extent_at(obj, args[0], args[1]);
    for (uint64_t i = 0; i < e.before + e.behind; i++) {
        uint8_t byte = (uint8_t)rng_next(&x->ctx->rng);
        if (!exec_write(x, args[0] - e.before + i, &byte, 1)) return false;
    }
    return true;
}

/* A pointer that may be anything is followed to one place, which is said. 0: the path has not looked at what it points
 * to. */
static uint64_t pointed(struct exec *x, const struct sym_call *c) {
    uint32_t slot = call_slot(c, 0);
    expr e = call_word(x, c, 0);
    if (vast_mentions(x, e)) return vast_gives_up(x);
    if (sym_is(x, slot) && x->pointees) {
        e = pathcond_simplify(x->sym->solver, x->now->pc, e);
        if (pointee_unseen(x, &e)) return 0;
        if (expr_is_const(x->sym->pool, e)) return expr_value(x->sym->pool, e);
    }
    bool few =
        !sym_is(x, slot) || x->decider->props.locations || expr_op(x->sym->pool, e) == EXPR_ITE || sym_origin(x, e);
    if (few) return call_pinned(x, c, 0);
    sym_settle_slot(x, slot, GAP_POINTER);
    return x->now->top->regs[slot];
}

/* external_bytes(pointer, size, name) */
bool sym_external_bytes(struct exec *x, const struct sym_call *c) {
    uint64_t addr = pointed(x, c), size = call_pinned(x, c, 1), text = call_pinned(x, c, 2);
    const struct mem_object *obj = x->stop ? NULL : space_find(&x->now->space, addr);
    struct str name = {0}, before = {0};
    if (x->stop) return false;
    if (!can_be_written(obj)) return addr < PAGE_SIZE || !decider_gives_up(x);
    if (obj->readonly || obj->size_sym) { /* a variable that no code was seen to write, or of unknown size */
        sym_gap(x, GAP_EXTERNAL,
                "a function without a body writes memory of unknown size, or memory taken for constant");
        x->stop = STOP_GIVEN_UP;
        return false;
    }
    if (!exec_string(x, text, &name)) return str_release(&name), false;
    struct extent e = extent_at(obj, addr, size);
    str_addf(&before, "before %s", str_text(&name)); /* native runs learn from it where the object begins */
    if (e.before)
        sym_make_raw(x, addr - e.before, e.before,
                     input_take(x, INPUT_BYTES, str_text(&before), NULL, (uint32_t)e.before));
    if (e.behind)
        sym_make_raw(x, addr, e.behind, input_take(x, INPUT_BYTES, str_text(&name), NULL, (uint32_t)e.behind));
    str_release(&name);
    str_release(&before);
    return true;
}
