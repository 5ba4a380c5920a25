#include "ir/idle.h"

#include <assert.h>

bool idle_at(const struct function *f, const struct insn *at) {
    assert(at >= f->code && at < f->code + f->ncode);
    /* A block has one jump: more of them than blocks are a circle. */
    for (uint32_t hops = 0; hops <= f->nblocks; hops++, at = f->code + at->c)
        if (at->op != IR_JMP) return false;
    return true;
}
