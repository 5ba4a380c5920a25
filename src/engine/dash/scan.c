/* What a step from a location can do, read off the code. */
#include "engine/dash/regions.h"
#include "ir/known.h"
#include "ir/operands.h"

enum { SCAN_MOST = 1 << 16 }; /* instructions of a step */

struct step_scan {
    struct regions *g;
    uint32_t loc;
    const struct function *fn;
    const struct insn *pc;
    VEC(const struct insn *) callers;
    VEC(const struct function *) functions; /* that the callers belong to */
    bool over;
    bool dynamic, opaque, fails;
    vec_u32 ways;
};

const struct insn *regions_behind(const struct function *fn, uint32_t index) {
    const struct insn *in = &fn->code[index];
    for (uint32_t hops = 0; hops < 64 && in->op == IR_JMP; hops++) in = &fn->code[in->c];
    return in->op == IR_POINT ? in + 1 : NULL;
}

static void add_way(struct step_scan *s, const struct insn *pc) {
    if (!pc) { /* not followed: cannot be, as points are placed */
        s->opaque = true;
        return;
    }
    uint32_t to = regions_intern(s->g, s->fn, pc, s->callers.data, s->callers.len);
    for (uint32_t i = 0; i < s->ways.len; i++)
        if (s->ways.data[i] == to) return;
    vec_push(&s->ways, to);
}

/* ---- what may fail ------------------------------------------------------------------------------------- */

static bool error_matters(const struct step_scan *s, enum bug_kind kind) {
    const struct exec *x = s->g->x;
    if (bug_has(x->wanted, kind)) return true;
    return bug_check(kind) != CHECK_ASSERT && kind != BUG_ABORT && kind != BUG_DIVISION && kind != BUG_QUOTIENT;
}

static uint32_t variant(const struct insn *in) { return (in->op - IR_ADD32) % 6; }

static uint32_t width_of(const struct insn *in) {
    return variant(in) % 3 == 0 ? 32 : variant(in) % 3 == 1 ? 64 : in->aux;
}

/* Divisions and shifts by a constant that is fine cannot fail. */
static bool arithmetic_fails(const struct step_scan *s, const struct insn *in) {
    bool immediate = variant(in) >= 3;
    int64_t v = (int32_t)in->b;
    if (in->op >= IR_UDIV32 && in->op <= IR_SREMNI)
        return (error_matters(s, BUG_DIVISION) || error_matters(s, BUG_QUOTIENT)) && !(immediate && v != 0 && v != -1);
    if (in->op >= IR_SHL32 && in->op <= IR_ASHRNI)
        return error_matters(s, BUG_SHIFT) && !(immediate && v >= 0 && v < (int64_t)width_of(in));
    return in->op >= IR_CADD32 && in->op <= IR_CALIGNNI;
}

static bool is_memory(enum ir_op op) { return op >= IR_LOAD8 && op <= IR_STORE64X; }

/* May local variables be more than the stack holds? */
static bool stack_is_tight(const struct step_scan *s) {
    uint64_t size = s->g->x->stack_size;
    return size && (s->g->steady->deep || s->g->steady->locals >= size / 2);
}

/* Instructions without control flow. */
static void scan_plain(struct step_scan *s, const struct insn *in) {
    if (in->op >= IR_ADD32 && in->op <= IR_CALIGNNI) {
        s->fails |= arithmetic_fails(s, in);
        return;
    }
    if (is_memory((enum ir_op)in->op)) {
        s->fails |= !steady_access(s->g->steady, s->fn, in);
        return;
    }
    switch ((enum ir_op)in->op) {
    case IR_MEMCPY:
    case IR_MEMMOVE:
    case IR_MEMSET:
    case IR_WIDE: s->fails = true; break;
    case IR_ALLOCAV:
    case IR_STACKRESTORE:
    case IR_VASTART:
    case IR_VACOPY: s->opaque = s->fails = true; break;
    case IR_POISON: s->fails = true; break;
    case IR_FCAST: s->fails |= check_has(s->g->x->checks, CHECK_CAST); break;
    case IR_ALLOCA: s->fails |= s->fn->allocas[in->a].size > LAYOUT_MAX_SIZE || stack_is_tight(s); break;
    case IR_LIFE_START: s->fails |= stack_is_tight(s); break;
    default: break;
    }
}

/* ---- calls ------------------------------------------------------------------------------------------- */

/* Functions without a body in the program. */
static void scan_builtin(struct step_scan *s, const struct function *fn) {
    known_set e = known_effects(fn);
    if (e & KNOWN_ERROR) s->fails |= error_matters(s, BUG_ERROR_REACHED);
    if (e & KNOWN_FAILS) s->fails |= error_matters(s, BUG_ASSERTION) || error_matters(s, BUG_ABORT);
    if (e & KNOWN_ABORTS) s->fails |= error_matters(s, BUG_ABORT);
    if (e & (KNOWN_ASSERTS | KNOWN_READS | KNOWN_WRITES)) s->fails = true;
    bool gives = e & KNOWN_INPUT && known_only(e, KNOWN_INPUT | KNOWN_READS | KNOWN_WRITES | KNOWN_ASSUMES);
    s->over |= (e & KNOWN_ENDS) != 0;
    if (!(e & KNOWN_ENDS) && !gives && !known_only(e, KNOWN_PURE | KNOWN_COMPUTES | KNOWN_ASSUMES | KNOWN_ASSERTS))
        s->opaque = s->fails = true;
}

/* Objects passed by value are copied. */
static bool copies(const struct ir_call *call) {
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i].byval) return true;
    return false;
}

static void scan_call(struct step_scan *s, const struct function *fn) {
    bool ours = fn->defined && (!fn->runtime || fn->stub);
    s->fails |= copies(ir_call_of(s->fn, s->pc));
    if (!ours && !fn->defined && fn->builtin >= 0) {
        scan_builtin(s, fn);
        s->pc++;
        return;
    }
    if (!ours || fn->varargs || !ir_has_code(fn)) { /* exit comes here, too: a shadow run knows */
        s->opaque = s->fails = true;
        s->pc++;
        return;
    }
    if (s->callers.len >= FRAMES_MOST) {
        s->opaque = s->over = true;
        return;
    }
    vec_push(&s->callers, s->pc + 1);
    vec_push(&s->functions, s->fn);
    s->fn = fn;
    s->pc = fn->code;
}

static void scan_return(struct step_scan *s) {
    if (!s->callers.len) {
        s->over = true;
        s->opaque |= s->g->x->p->destructors.len > 0; /* a shadow run does not follow them */
        return;
    }
    s->pc = vec_pop(&s->callers);
    s->fn = vec_pop(&s->functions);
}

/* ---- the walk ---------------------------------------------------------------------------------------- */

static void scan_switch(struct step_scan *s, const struct ir_switch *sw) {
    for (uint32_t i = 0; i < sw->ncases; i++) add_way(s, regions_behind(s->fn, sw->targets[i]));
    add_way(s, regions_behind(s->fn, sw->otherwise));
}

static void scan_one(struct step_scan *s) {
    const struct insn *in = s->pc;
    if (in->op == IR_BR || ir_is_fused_branch(in->op)) {
        add_way(s, regions_behind(s->fn, in->c));
        add_way(s, regions_behind(s->fn, in->d));
        s->over = true;
        return;
    }
    switch ((enum ir_op)in->op) {
    case IR_POINT:
        add_way(s, in + 1);
        s->over = true;
        break;
    case IR_SWITCH:
        scan_switch(s, &s->fn->switches[in->b]);
        s->over = true;
        break;
    case IR_JMP: s->pc = &s->fn->code[in->c]; break;
    case IR_RET: scan_return(s); break;
    case IR_CALL: scan_call(s, s->g->x->p->functions.data[in->a]); break;
    case IR_CALLI: s->dynamic = s->fails = s->over = true; break;
    case IR_UNREACHABLE:
    case IR_UNSUPPORTED: s->fails = s->over = true; break;
    default:
        scan_plain(s, in);
        s->pc++;
        break;
    }
}

const struct function *regions_function_of(const struct program *p, const struct insn *pc) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *fn = p->functions.data[i];
        if (fn->ncode && pc >= fn->code && pc <= fn->code + fn->ncode) return fn;
    }
    return NULL;
}

void regions_scan(struct regions *g, uint32_t loc) {
    const struct location *l = &g->locs.data[loc];
    struct step_scan s = {.g = g, .loc = loc, .fn = l->fn, .pc = l->pc};
    for (uint32_t i = 0; i < l->callers.len; i++) {
        vec_push(&s.callers, l->callers.data[i]);
        vec_push(&s.functions, regions_function_of(g->x->p, l->callers.data[i]));
    }
    uint32_t n = 0;
    while (!s.over && n++ < SCAN_MOST) scan_one(&s);
    struct location *out = &g->locs.data[loc];
    out->ways = s.ways;
    out->dynamic = s.dynamic;
    out->opaque = s.opaque || n >= SCAN_MOST;
    out->fails = s.fails;
    vec_release(&s.callers);
    vec_release(&s.functions);
}
