#include "engine/errors.h"

#include "base/hash.h"

/* The processor traps: such a path ends there, whether anybody asked or not. */
static bool traps(enum bug_kind kind) {
    return kind == BUG_DIVISION || kind == BUG_OVERFLOW || kind == BUG_STACK;
}

static enum gap gap_of(enum bug_kind kind) {
    if (kind == BUG_EXTERNAL) return GAP_EXTERNAL;
    if (kind == BUG_UNSUPPORTED) return GAP_UNSUPPORTED;
    return GAP_UNDEFINED;
}

void errors_init(struct errors *e) { map_init(&e->reported); }

void errors_release(struct errors *e) { map_release(&e->reported); }

bool errors_is_new(struct errors *e, struct exec *x) {
    const struct bug *bug = &x->bug;
    if (!bug_has(x->wanted, bug->kind)) {
        if (!traps(bug->kind)) sym_gap(x, gap_of(bug->kind), str_text(&bug->message));
        return false;
    }
    const char *function = bug->stack.len ? bug->stack.data[0].function : "";
    uint64_t key = hash_str(function) ^ (uint64_t)bug->pos << 8 ^ bug->kind;
    return map_put(&e->reported, key, 1);
}
