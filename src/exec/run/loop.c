/* The interpreter loop.
 *
 * One label per instruction, reached by a computed goto. The fast path of an
 * instruction is a line or two; whatever can go wrong or is rare calls a function
 * of another file. The program counter, the registers and the count of
 * instructions live in local variables; SAVE writes them back before anything
 * that may look at the frame.
 */
#include "exec/run/loop.h"

#include <assert.h>
#include <string.h>

#include "base/provoke.h"
#include "exec/core/arith.h"
#include "exec/core/exec.h"
#include "exec/core/first.h"
#include "exec/library/builtin.h"
#include "exec/run/program.h"
#include "exec/sym/access.h"
#include "exec/sym/apart.h"
#include "exec/sym/decider.h"
#include "exec/sym/floats.h"
#include "exec/sym/frames.h"
#include "exec/sym/pointee.h"
#include "exec/sym/step.h"
#include "exec/sym/sym.h"
#include "exec/sym/tracer.h"
#include "exec/sym/undefined.h"
#include "ir/callgraph.h"

#define LIKELY(c) __builtin_expect(!!(c), 1)
#define UNLIKELY(c) __builtin_expect(!!(c), 0)

enum { LOOK_EVERY = PROVOKED(1 << 16, 64) }; /* instructions between two looks at the limits */

static inline uint64_t cut(uint64_t v, uint32_t width) { return v & (UINT64_MAX >> (64 - width)); }
static inline int64_t sign(uint64_t v, uint32_t width) { return (int64_t)(v << (64 - width)) >> (64 - width); }

static bool division_error(struct exec *x, uint64_t divisor) {
    if (divisor == 0) return exec_error(x, BUG_DIVISION, "division by zero");
    return exec_error(x, BUG_QUOTIENT, "quotient of signed division does not fit its type");
}

/* 64-bit divisions of 32-bit programs are function calls, which give the lowest bits. */
static bool quotient_fits(struct exec *x, uint64_t divisor, uint32_t width) {
    return divisor != 0 && !exec_quotient_fails(x, width);
}

static bool shift_error(struct exec *x, uint64_t amount, uint32_t width) {
    return exec_error(x, BUG_SHIFT, "shift of a %u-bit value by %lld", width, (long long)sign(amount, width));
}

static bool overflow_error(struct exec *x, const char *what, int64_t a, int64_t b, uint32_t width) {
    return exec_error(x, BUG_OVERFLOW, "signed overflow: %lld %s %lld does not fit %u bits", (long long)a, what,
                      (long long)b, width);
}

/* A left shift that may be wrong. False: it is; else *by is what the processor shifts by. */
static bool left_shift(struct exec *x, uint64_t a, uint64_t *by, uint32_t width) {
    if (*by >= width) {
        if (check_has(x->checks, CHECK_SHIFT)) return shift_error(x, *by, width);
        *by %= width;
        return true;
    }
    if (sign(cut(a << *by, width), width) >> *by != sign(a, width))
        return overflow_error(x, "<<", sign(a, width), (int64_t)*by, width);
    if (!bug_has(x->wanted, BUG_NEGATIVE_SHIFT)) return true;
    return exec_error(x, BUG_NEGATIVE_SHIFT, "left shift of a negative value: %lld << %llu", (long long)sign(a, width),
                      (unsigned long long)*by);
}

static const struct insn *switch_target(const struct function *fn, uint32_t number, uint64_t v) {
    assert(number < fn->nswitches);
    const struct ir_switch *sw = &fn->switches[number];
    if (sw->dense) {
        uint64_t i = v - sw->values[0];
        return fn->code + (i < sw->dense_len ? sw->dense[i] : sw->otherwise);
    }
    uint32_t lo = 0, hi = sw->ncases;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (sw->values[mid] < v) lo = mid + 1;
        else hi = mid;
    }
    return fn->code + (lo < sw->ncases && sw->values[lo] == v ? sw->targets[lo] : sw->otherwise);
}

/* Makes a caller that other states have, too, the top frame's own. */
static void own_caller(struct exec *x, struct frame *from) {
    assert(from->refs == 1);
    frame_own_caller(x, from);
    if (x->decider->on.enter) x->decider->on.enter(x, from->caller, x->now->depth - 1);
}

/* Leaves the top frame with its results; false if nothing is left to run. */
static bool do_return(struct exec *x, const struct insn *in) {
    assert(in->op == IR_RET);
    struct frame *from = x->now->top;
    if (!from->caller) {
        uint64_t value = from->fn->nret ? from->regs[in->a] : 0;
        uint32_t sym = from->fn->nret ? frame_sym(from, in->a) : 0;
        if (UNLIKELY(sym && x->now->phase == PHASE_MAIN) && !undefined_use(x, sym_slot(x, in->a, 8), "the exit status"))
            return false;
        if (x->decider->on.leave) return x->decider->on.leave(x);
        exec_pop(x);
        return exec_next_phase(x, value, sym);
    }
    if (UNLIKELY(from->caller->refs > 1)) own_caller(x, from);
    exec_note_return(x);
    struct frame *to = from->caller;
    uint32_t slot = from->ret_slot;
    if (LIKELY(!from->symbolic && !to->symbolic)) {
        for (uint32_t i = 0; i < from->ret_count; i++) to->regs[slot + i] = from->regs[in->a + i];
    } else {
        for (uint32_t i = 0; i < from->ret_count; i++)
            frame_set(to, slot + i, from->regs[in->a + i], frame_sym(from, in->a + i));
    }
    exec_pop(x);
    return true;
}

static bool call_pointer(struct exec *x, uint64_t address, const struct insn *in) {
    struct function *fn = exec_function_at(x, address);
    const char *wrong = fn ? call_misfit(x->p, fn, &x->now->top->fn->calls[in->b]) : NULL;
    if (wrong)
        return exec_error(x, BUG_CALL_TYPE, "call of '%s' as a function of another type, with %s", fn->name, wrong);
    if (fn && !ir_has_code(fn)) exec_note_passed(x, x->now->top->fn, in);
    if (fn) return exec_call(x, fn, in);
    if (address == 0) return exec_error(x, BUG_FUNCTION_POINTER, "call of a null function pointer");
    const struct ir_call *call = &x->now->top->fn->calls[in->b];
    if (pointee_is_function(x, address, call)) return pointee_call(x, address, call, in->d), true;
    exec_error(x, BUG_FUNCTION_POINTER, "call of 0x%llx, which is not a function", (unsigned long long)address);
    x->bug.address = address;
    return false;
}

static bool stack_restore(struct exec *x, uint64_t depth) {
    if (decider_gives_up(x)) return false; /* how much it takes off is in no location */
    if (depth < x->now->space.stack_depth && depth >= x->now->top->stack_base) exec_pop_stack(x, (uint32_t)depth);
    return true;
}

static bool counts_instructions(const struct exec *x) { return x->max_instructions && !x->decider->props.aside; }

static uint64_t look_after(const struct exec *x, uint64_t count) {
    uint64_t next = count + LOOK_EVERY;
    return counts_instructions(x) && x->max_instructions < next ? x->max_instructions : next;
}

static bool limit_is_hit(struct exec *x) {
    if (counts_instructions(x) && x->instructions >= x->max_instructions)
        limits_reach(&x->ctx->limits, LIMIT_INSTRUCTIONS);
    return limits_look(&x->ctx->limits) != LIMIT_NONE;
}

enum stop exec_loop(struct exec *x) {
    exec_check(x);
    x->stop = STOP_NONE;
    static const void *const labels[] = {
#define OP(name, text, operands) &&L_##name,
#include "ir/ops.def"
#undef OP
    };
    struct frame *top = x->now->top;
    const struct insn *pc = top->pc;
    const struct insn *code = top->fn->code;
    uint64_t *r = top->regs;
    uint64_t count = x->instructions, next_look = look_after(x, count);
    const uint64_t addr_mask = x->p->is32 ? UINT32_MAX : UINT64_MAX;
    const bool check_shift = check_has(x->checks, CHECK_SHIFT);
    struct tlb *const tlb = &x->tlb;
    /* Instructions of a frame with symbolic registers take a look at their operands first. */
    static const void *const careful[] = {[0 ... IR_OPS - 1] = &&L_CAREFUL};
    /* A tracer looks at every instruction before that. */
    static const void *const traced[] = {[0 ... IR_OPS - 1] = &&L_TRACED};
    const void *const *const slow = x->tracer ? traced : careful, *const *const fast = x->tracer ? traced : labels;
    const void *const *table = top->symbolic ? slow : fast;

#define D r[pc->d]
#define A r[pc->a]
#define B r[pc->b]
#define C r[pc->c]
#define IMM ((uint64_t)(int64_t)(int32_t)pc->b)
#define W ((uint32_t)pc->aux)
#define NEXT goto *table[(++pc)->op]
#define SAVE (top->pc = pc, x->instructions = count)
#define LOAD_STATE \
    (top = x->now->top, pc = top->pc, code = top->fn->code, r = top->regs, table = top->symbolic ? slow : fast)
#define GO(index)                                    \
    do {                                             \
        pc = code + (index);                         \
        if (UNLIKELY(count >= next_look)) goto look; \
        goto *table[pc->op];                         \
    } while (0)

/* clang-format off */
/* Operators whose result needs no check: NAME for 32, 64, N bits, slot and immediate. */
#define INT_OP(NAME, E32, E64, EN)                                                     \
    L_##NAME##32: { uint64_t a = A, b = B; D = (uint32_t)(E32); } NEXT;                \
    L_##NAME##64: { uint64_t a = A, b = B; D = (E64); } NEXT;                          \
    L_##NAME##N: { uint32_t w = W; uint64_t a = A, b = B; D = cut((EN), w); } NEXT;    \
    L_##NAME##32I: { uint64_t a = A, b = (uint32_t)IMM; D = (uint32_t)(E32); } NEXT;   \
    L_##NAME##64I: { uint64_t a = A, b = IMM; D = (E64); } NEXT;                       \
    L_##NAME##NI: { uint32_t w = W; uint64_t a = A, b = cut(IMM, w); D = cut((EN), w); } NEXT;
#define ARITH(NAME, OP_) INT_OP(NAME, a OP_ b, a OP_ b, a OP_ b)

/* Comparisons, and the branches fused with them. */
#define COMPARE(NAME, E32, E64, EN)                                                    \
    L_##NAME##32: { uint64_t a = A, b = B; D = (E32); } NEXT;                          \
    L_##NAME##64: { uint64_t a = A, b = B; D = (E64); } NEXT;                          \
    L_##NAME##N: { uint32_t w = W; uint64_t a = A, b = B; (void)w; D = (EN); } NEXT;   \
    L_##NAME##32I: { uint64_t a = A, b = (uint32_t)IMM; D = (E32); } NEXT;             \
    L_##NAME##64I: { uint64_t a = A, b = IMM; D = (E64); } NEXT;                       \
    L_##NAME##NI: { uint32_t w = W; uint64_t a = A, b = cut(IMM, w); D = (EN); } NEXT; \
    L_B##NAME##32: { uint64_t a = A, b = B; count += pc->aux & 255; GO((E32) ? pc->c : pc->d); }  \
    L_B##NAME##64: { uint64_t a = A, b = B; count += pc->aux & 255; GO((E64) ? pc->c : pc->d); }  \
    L_B##NAME##N: { uint32_t w = pc->aux >> 8; uint64_t a = A, b = B; (void)w;                    \
        count += pc->aux & 255; GO((EN) ? pc->c : pc->d); }                                       \
    L_B##NAME##32I: { uint64_t a = A, b = (uint32_t)IMM; count += pc->aux & 255;                  \
        GO((E32) ? pc->c : pc->d); }                                                              \
    L_B##NAME##64I: { uint64_t a = A, b = IMM; count += pc->aux & 255; GO((E64) ? pc->c : pc->d); } \
    L_B##NAME##NI: { uint32_t w = pc->aux >> 8; uint64_t a = A, b = cut(IMM, w);                  \
        count += pc->aux & 255; GO((EN) ? pc->c : pc->d); }
#define UCOMPARE(NAME, OP_) COMPARE(NAME, a OP_ b, a OP_ b, a OP_ b)
#define SCOMPARE(NAME, OP_)                                                            \
    COMPARE(NAME, (int32_t)a OP_ (int32_t)b, (int64_t)a OP_ (int64_t)b, sign(a, w) OP_ sign(b, w))

/* Operators with a wrong operand: BAD tests, FAIL reports. */
#define CHECKED_OP(NAME, BAD32, E32, BAD64, E64, BADN, EN, FAIL)                                   \
    L_##NAME##32: { const uint32_t w = 32; uint64_t a = A, b = B; (void)w;                         \
        if (UNLIKELY(BAD32)) { SAVE; FAIL; } D = (uint32_t)(E32); } NEXT;                          \
    L_##NAME##64: { const uint32_t w = 64; uint64_t a = A, b = B; (void)w;                         \
        if (UNLIKELY(BAD64)) { SAVE; FAIL; } D = (uint64_t)(E64); } NEXT;                          \
    L_##NAME##N: { uint32_t w = W; uint64_t a = A, b = B;                                          \
        if (UNLIKELY(BADN)) { SAVE; FAIL; } D = cut((uint64_t)(EN), w); } NEXT;                    \
    L_##NAME##32I: { const uint32_t w = 32; uint64_t a = A, b = (uint32_t)IMM; (void)w;            \
        if (UNLIKELY(BAD32)) { SAVE; FAIL; } D = (uint32_t)(E32); } NEXT;                          \
    L_##NAME##64I: { const uint32_t w = 64; uint64_t a = A, b = IMM; (void)w;                      \
        if (UNLIKELY(BAD64)) { SAVE; FAIL; } D = (uint64_t)(E64); } NEXT;                          \
    L_##NAME##NI: { uint32_t w = W; uint64_t a = A, b = cut(IMM, w);                               \
        if (UNLIKELY(BADN)) { SAVE; FAIL; } D = cut((uint64_t)(EN), w); } NEXT;
#define SHIFT_FAIL                                          \
    if (check_shift) {                                      \
        shift_error(x, b, w);                               \
        goto stopped;                                       \
    }                                                       \
    b %= w /* what the processor does */
#define SHIFT(NAME, E32, E64, EN) \
    CHECKED_OP(NAME, b >= 32, E32, b >= 64, E64, b >= w, EN, SHIFT_FAIL)
#define DIV_FAIL division_error(x, b); goto stopped
#define SDIV_FAIL(WRAPS) if (quotient_fits(x, b, w)) { D = (WRAPS); NEXT; } DIV_FAIL
#define UDIV_OP(NAME, OP_) \
    CHECKED_OP(NAME, b == 0, (uint32_t)a OP_ (uint32_t)b, b == 0, a OP_ b, b == 0, a OP_ b, DIV_FAIL)
#define SDIV_OP(NAME, OP_, WRAPS)                                                                   \
    CHECKED_OP(NAME, b == 0 || (a == 0x80000000u && (int32_t)b == -1), (int32_t)a OP_ (int32_t)b,   \
               b == 0 || (a == UINT64_C(1) << 63 && b == UINT64_MAX), (int64_t)a OP_ (int64_t)b,    \
               b == 0 || (a == UINT64_C(1) << (w - 1) && sign(b, w) == -1),                         \
               sign(a, w) OP_ sign(b, w), SDIV_FAIL(WRAPS))
#define OVERFLOW_OP(NAME, BUILTIN, TEXT)                                                            \
    CHECKED_OP(NAME, ({ int32_t t_; BUILTIN((int32_t)a, (int32_t)b, &t_); }), a TEXT b,             \
               ({ int64_t t_; BUILTIN((int64_t)a, (int64_t)b, &t_); }), a TEXT b,                   \
               ({ int64_t t_; BUILTIN(sign(a, w), sign(b, w), &t_) || sign((uint64_t)t_, w) != t_; }), \
               a TEXT b, overflow_error(x, #TEXT, sign(a, w), sign(b, w), w); goto stopped)

#define F32(v) ({ float f_; uint32_t u_ = (uint32_t)(v); memcpy(&f_, &u_, 4); f_; })
#define F64(v) ({ double f_; uint64_t u_ = (v); memcpy(&f_, &u_, 8); f_; })
/* Which NaN an operation gives is open where something is to be proved. */
#define OPENS_NAN (x->sym && float_opens_nan(x, pc))
#define PUT32(e) do { float put_ = (e); uint32_t bits_; memcpy(&bits_, &put_, 4); if (UNLIKELY(put_ != put_) && OPENS_NAN) goto nan_is_open; D = bits_; } while (0)
#define PUT64(e) do { double put_ = (e); uint64_t bits_; memcpy(&bits_, &put_, 8); if (UNLIKELY(put_ != put_) && OPENS_NAN) goto nan_is_open; D = bits_; } while (0)

#define ADDRESS ((A + IMM) & addr_mask)
#define ADDRESS_X ((A + B * pc->aux + (uint64_t)(int64_t)(int32_t)pc->c) & addr_mask)
#define LOAD_FROM(TYPE, ADDR)                                                                   \
    {                                                                                           \
        uint64_t addr = (ADDR);                                                                 \
        struct tlb_entry *e = tlb_entry(tlb, addr);                                             \
        uint32_t off = (uint32_t)addr & (PAGE_SIZE - 1);                                        \
        if (LIKELY(e->page == addr >> PAGE_BITS && off >= e->lo && off + sizeof(TYPE) <= e->read_hi)) { \
            TYPE v;                                                                             \
            memcpy(&v, e->data + off, sizeof v);                                                \
            D = v;                                                                              \
        } else {                                                                                \
            uint64_t v;                                                                         \
            SAVE;                                                                               \
            if (!exec_load(x, addr, sizeof(TYPE), &v)) goto stopped;                            \
            D = v;                                                                              \
            if (UNLIKELY(x->loaded)) goto loaded_symbolic;                                      \
        }                                                                                       \
    }                                                                                           \
    NEXT;
#define STORE_TO(TYPE, ADDR, VALUE)                                                             \
    {                                                                                           \
        uint64_t addr = (ADDR);                                                                 \
        struct tlb_entry *e = tlb_entry(tlb, addr);                                             \
        uint32_t off = (uint32_t)addr & (PAGE_SIZE - 1);                                        \
        TYPE v = (TYPE)(VALUE);                                                                 \
        if (LIKELY(e->page == addr >> PAGE_BITS && off >= e->lo && off + sizeof(TYPE) <= e->write_hi)) { \
            memcpy(e->data + off, &v, sizeof v);                                                \
        } else {                                                                                \
            SAVE;                                                                               \
            if (!exec_store(x, addr, sizeof(TYPE), v)) goto stopped;                            \
        }                                                                                       \
    }                                                                                           \
    NEXT;

    goto *table[pc->op];

look:
    SAVE;
    next_look = look_after(x, count);
    if (limit_is_hit(x) || x->sym) {
        x->stop = x->ctx->limits.hit ? STOP_LIMIT : STOP_SLICE;
        return x->stop;
    }
    goto *table[pc->op];

stopped:
    assert(x->stop);
    state_check(x, x->now);
    return x->stop;

nan_is_open:
    table = slow;
    NEXT;

loaded_symbolic:
    frame_set(top, pc->d, 0, x->loaded);
    table = slow;
    NEXT;

L_TRACED:
    SAVE;
    if (!x->tracer->step(x->tracer, x, pc)) {
        x->stop = STOP_POINT;
        goto stopped;
    }
    if (!top->symbolic) goto *labels[pc->op];
L_CAREFUL: {
    const uint8_t sig = x->signature[pc->op];
    const uint32_t *sym = top->sym;
    if (UNLIKELY((sig & READS_A && sym[pc->a]) || (sig & READS_B && sym[pc->b]) ||
                 (sig & READS_C && sym[pc->c]) || (sig & READS_D && sym[pc->d]) || sig & SPECIAL)) {
        SAVE;
        x->now->top->pc = pc;
        bool go_on = sym_step(x);
        count = x->instructions;
        if (!go_on) goto stopped;
        LOAD_STATE;
        if (UNLIKELY(count >= next_look || x->ctx->limits.hit)) goto look; /* a question may have taken long */
        goto *table[pc->op];
    }
    if (sig & WRITES_D) top->sym[pc->d] = 0;
    goto *labels[pc->op];
}

    /* ---- control ---- */
    L_JMP: count += pc->aux; GO(pc->c);
    L_BR: count += pc->aux; GO(A & 1 ? pc->c : pc->d);
    L_SWITCH:
        count += pc->aux;
        pc = switch_target(top->fn, pc->b, A);
        if (UNLIKELY(count >= next_look)) goto look;
        goto *table[pc->op];
    L_RET:
        count += pc->aux;
        SAVE;
        if (!do_return(x, pc)) goto stopped;
        LOAD_STATE;
        goto *table[pc->op];
    L_CALL:
        SAVE;
        if (!exec_call(x, x->p->functions.data[pc->a], pc)) goto stopped;
        LOAD_STATE;
        if (UNLIKELY(x->stop)) goto stopped;
        if (UNLIKELY(++count >= next_look)) goto look;
        goto *table[pc->op];
    L_CALLI:
        SAVE;
        if (!call_pointer(x, A, pc)) goto stopped;
        LOAD_STATE;
        if (UNLIKELY(x->stop)) goto stopped;
        if (UNLIKELY(++count >= next_look)) goto look;
        goto *table[pc->op];
    L_BACK: {
        uint64_t n = A + 1;
        if (UNLIKELY(n > pc->b && pc->b != UINT32_MAX && !x->unbounded)) {
            SAVE;
            exec_cut(x, pc->c, top->fn);
            goto stopped;
        }
        D = n;
        NEXT;
    }
    L_APART: /* pages are not shared by objects: the same one is the same object */
        if (UNLIKELY(x->sym && ((A ^ B) >> PAGE_BITS || pc->c >= APART_NUMBER || x->p->same_literals) && !exec_near(x, pc, A, B))) {
            SAVE;
            exec_apart(x, pc, A, B);
        }
        NEXT;
    L_POINT:
        if (UNLIKELY(x->now->points || (pc->aux && x->now->heads))) {
            SAVE;
            if (!x->decider->on.at_end || x->decider->on.at_end(x)) {
                x->stop = STOP_POINT;
                goto stopped;
            }
        }
        NEXT;
    L_FIRST:
        SAVE;
        exec_first(x, top->fn, (uint32_t)(pc - code));
        goto *table[pc->op];
    L_UNREACHABLE:
        SAVE;
        exec_error(x, BUG_UNREACHABLE, "execution reaches a point that the program declares unreachable");
        goto stopped;
    L_UNSUPPORTED:
        SAVE;
        exec_error(x, BUG_UNSUPPORTED, "not supported: %s", x->p->messages.data[pc->a]);
        goto stopped;

    /* ---- values ---- */
    L_MOV: D = A; NEXT;
    L_MOVI: D = pc->b | (uint64_t)pc->c << 32; NEXT;
    L_UNDEF:
        if (x->sym) {
            SAVE;
            sym_undef(x);
            table = slow;
            NEXT;
        }
        D = cut(UINT64_C(0x0101010101010101) * x->now->space.fill, W); NEXT;
    L_POISON:
        SAVE;
        exec_error(x, BUG_UNDEFINED, "constant expression without a defined value "
                   "(division by zero, oversized shift or conversion out of range)");
        goto stopped;
    L_SELECT: D = A & 1 ? B : C; NEXT;
    ARITH(ADD, +)
    ARITH(SUB, -)
    ARITH(MUL, *)
    ARITH(AND, &)
    ARITH(OR, |)
    ARITH(XOR, ^)
    SHIFT(SHL, a << b, a << b, a << b)
    SHIFT(LSHR, (uint32_t)a >> b, a >> b, a >> b)
    SHIFT(ASHR, (int32_t)a >> b, (int64_t)a >> b, sign(a, w) >> b)
    UDIV_OP(UDIV, /)
    UDIV_OP(UREM, %)
    SDIV_OP(SDIV, /, a)
    SDIV_OP(SREM, %, 0)
    UCOMPARE(EQ, ==)
    UCOMPARE(NE, !=)
    UCOMPARE(ULT, <)
    UCOMPARE(ULE, <=)
    UCOMPARE(UGT, >)
    UCOMPARE(UGE, >=)
    SCOMPARE(SLT, <)
    SCOMPARE(SLE, <=)
    SCOMPARE(SGT, >)
    SCOMPARE(SGE, >=)
    OVERFLOW_OP(CADD, __builtin_add_overflow, +)
    OVERFLOW_OP(CSUB, __builtin_sub_overflow, -)
    OVERFLOW_OP(CMUL, __builtin_mul_overflow, *)
    CHECKED_OP(CSHL, b >= 32 || a >> (31 - b), a << b, b >= 64 || a >> (63 - b), a << b,
               b >= w || a >> (w - 1 - b), a << b, if (!left_shift(x, a, &b, w)) goto stopped)
    CHECKED_OP(CINDEX, a >= b, a, a >= b, a, a >= b, a, exec_index_error(x, a, b, w); goto stopped)
    CHECKED_OP(CBOOL, a >= b, a, a >= b, a, a >= b, a, exec_bool_error(x, a); goto stopped)
    CHECKED_OP(CALIGN, a & b, a, a & b, a, a & b, a, exec_alignment_error(x, a, b); goto stopped)
    L_TRUNC8: D = (uint8_t)A; NEXT;
    L_TRUNC16: D = (uint16_t)A; NEXT;
    L_TRUNC32: D = (uint32_t)A; NEXT;
    L_TRUNCN: D = cut(A, W); NEXT;
    L_SEXT8_32: D = (uint32_t)(int32_t)(int8_t)A; NEXT;
    L_SEXT16_32: D = (uint32_t)(int32_t)(int16_t)A; NEXT;
    L_SEXT8_64: D = (uint64_t)(int64_t)(int8_t)A; NEXT;
    L_SEXT16_64: D = (uint64_t)(int64_t)(int16_t)A; NEXT;
    L_SEXT32_64: D = (uint64_t)(int64_t)(int32_t)A; NEXT;
    L_SEXTN: D = cut((uint64_t)sign(A, W & 255), W >> 8); NEXT;
    L_LEA64: D = A + B * pc->c; NEXT;
    L_LEA32: D = (uint32_t)(A + B * pc->c); NEXT;
    L_BITOP: D = exec_bitop(W >> 8, W & 255, A, B, C); NEXT;
    L_OVERFLOW: {
        uint64_t v;
        bool flag = exec_overflow(pc->c, W, A, B, &v);
        D = v;
        r[pc->d + 1] = flag;
    } NEXT;
    L_WIDE:
        SAVE;
        if (!exec_wide(x, pc, r)) goto stopped;
        NEXT;
    L_WIDECAST: exec_wide_cast(pc, r); NEXT;

    /* ---- floating point ---- */
    L_FADD32: PUT32(F32(A) + F32(B)); NEXT;
    L_FSUB32: PUT32(F32(A) - F32(B)); NEXT;
    L_FMUL32: PUT32(F32(A) * F32(B)); NEXT;
    L_FDIV32: PUT32(F32(A) / F32(B)); NEXT;
    L_FADD64: PUT64(F64(A) + F64(B)); NEXT;
    L_FSUB64: PUT64(F64(A) - F64(B)); NEXT;
    L_FMUL64: PUT64(F64(A) * F64(B)); NEXT;
    L_FDIV64: PUT64(F64(A) / F64(B)); NEXT;
    L_FBIN:
        if ((IR_FLOAT_OP(W) < FBIN_NEG || IR_FLOAT_OP(W) > FBIN_COPYSIGN) && OPENS_NAN) goto nan_is_open;
        exec_float_op(pc, r);
        NEXT;
    L_FCMP32: D = exec_float_compare(FLOAT_32, W, &A, &B); NEXT;
    L_FCMP64: D = exec_float_compare(FLOAT_64, W, &A, &B); NEXT;
    L_FCMP80: D = exec_float_compare(FLOAT_80, W, &A, &B); NEXT;
    L_FCLASS: D = exec_float_class(W, pc->b, &A); NEXT;
    L_FCAST:
        if (IR_FLOAT_OP(W) == CAST_FP && OPENS_NAN) goto nan_is_open;
        SAVE;
        if (UNLIKELY(!exec_float_cast(x, pc, r))) goto stopped;
        NEXT;

    /* ---- memory ---- */
    L_LOAD8: LOAD_FROM(uint8_t, ADDRESS)
    L_LOAD16: LOAD_FROM(uint16_t, ADDRESS)
    L_LOAD32: LOAD_FROM(uint32_t, ADDRESS)
    L_LOAD64: LOAD_FROM(uint64_t, ADDRESS)
    L_LOADN: {
        uint64_t v;
        SAVE;
        if (!exec_load(x, ADDRESS, (W + 7) / 8, &v)) goto stopped;
        D = cut(v, W);
        if (UNLIKELY(x->loaded)) {
            x->loaded = sym_cut(x, x->loaded, W);
            goto loaded_symbolic;
        }
    } NEXT;
    L_LOAD8X: LOAD_FROM(uint8_t, ADDRESS_X)
    L_LOAD16X: LOAD_FROM(uint16_t, ADDRESS_X)
    L_LOAD32X: LOAD_FROM(uint32_t, ADDRESS_X)
    L_LOAD64X: LOAD_FROM(uint64_t, ADDRESS_X)
    L_STORE8: STORE_TO(uint8_t, ADDRESS, C)
    L_STORE16: STORE_TO(uint16_t, ADDRESS, C)
    L_STORE32: STORE_TO(uint32_t, ADDRESS, C)
    L_STORE64: STORE_TO(uint64_t, ADDRESS, C)
    L_STOREN:
        SAVE;
        if (!exec_store(x, ADDRESS, (W + 7) / 8, C)) goto stopped;
        NEXT;
    L_STORE8X: STORE_TO(uint8_t, ADDRESS_X, D)
    L_STORE16X: STORE_TO(uint16_t, ADDRESS_X, D)
    L_STORE32X: STORE_TO(uint32_t, ADDRESS_X, D)
    L_STORE64X: STORE_TO(uint64_t, ADDRESS_X, D)
    L_ALLOCA: {
        const struct ir_alloca *info = &top->fn->allocas[pc->a];
        SAVE;
        if (!exec_alloca(x, info->size, info->align, info->escapes, info, &D)) goto stopped;
    } NEXT;
    L_ALLOCAV:
        SAVE;
        if (!exec_alloca(x, A, 1u << pc->aux, true, &top->fn->allocas[pc->b], &D)) goto stopped;
        NEXT;
    L_LIFE_START:
        SAVE;
        if (!exec_lifetime(x, A, true)) goto stopped;
        NEXT;
    L_LIFE_END:
        SAVE;
        exec_lifetime(x, A, false);
        NEXT;
    L_STACKSAVE: D = x->now->space.stack_depth; NEXT;
    L_STACKRESTORE:
        SAVE;
        if (!stack_restore(x, A)) goto stopped;
        NEXT;
    L_MEMCPY:
        SAVE;
        if (!exec_no_overlap(x, A, B, C)) goto stopped;
        if (!exec_copy(x, A, B, C)) goto stopped;
        NEXT;
    L_MEMMOVE:
        SAVE;
        if (!exec_copy(x, A, B, C)) goto stopped;
        NEXT;
    L_MEMSET:
        SAVE;
        if (!exec_fill(x, A, (uint8_t)B, C)) goto stopped;
        NEXT;
    L_VASTART:
        SAVE;
        if (!exec_va_start(x, A)) goto stopped;
        NEXT;
    L_VACOPY:
        SAVE;
        if (!exec_va_copy(x, A, B)) goto stopped;
        NEXT;
}
/* clang-format on */
