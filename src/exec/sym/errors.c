#include "exec/sym/errors.h"

#include <assert.h>

#include "base/hash.h"

bool error_ends_run(enum bug_kind kind) {
    if (bug_check(kind) == CHECK_ASSERT || kind == BUG_ABORT || kind == BUG_DEADLOCK) return true; /* or it hangs */
    return kind == BUG_DIVISION || kind == BUG_QUOTIENT; /* the processor traps */
}

static enum gap gap_of(enum bug_kind kind) {
    if (kind == BUG_EXTERNAL) return GAP_EXTERNAL;
    if (kind == BUG_UNSUPPORTED) return GAP_UNSUPPORTED;
    return GAP_UNDEFINED;
}

bool error_is_wanted(struct exec *x) {
    assert(x->bug.kind != BUG_NONE);
    if (bug_has(x->wanted, x->bug.kind)) return true;
    if (!error_ends_run(x->bug.kind)) sym_gap(x, gap_of(x->bug.kind), str_text(&x->bug.message));
    return false;
}

uint64_t error_key(const struct bug *bug) {
    assert(bug->kind != BUG_NONE);
    const char *function = bug->stack.len ? bug->stack.data[0].function : "";
    return (hash_str(function) ^ (uint64_t)bug->pos << 8 ^ bug->kind) | UINT64_C(1) << 63;
}

void errors_init(struct errors *e) { map_init(&e->reported); }

void errors_release(struct errors *e) { map_release(&e->reported); }

bool errors_is_new(struct errors *e, struct exec *x) {
    return error_is_wanted(x) && map_put(&e->reported, error_key(&x->bug), 1);
}
