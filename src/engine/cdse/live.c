
#include <assert.h>

#include "engine/cdse/learn.h"
#include "ir/operands.h"

void cdse_whole_path(const struct cdse *cd, uint32_t i, vec_u32 *literals) {
    for (uint32_t k = 0; k < i; k++) {
        const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[k].node);
        uint32_t ways = 0;
        for (uint32_t o = 0; o < n->noptions; o++) ways += n->options[o].kind != OPTION_CHECK;
        const struct insn *in = &cdse_function(cd, k)->code[n->last];
        bool chosen = in->op != IR_JMP && in->op != IR_CALL && in->op != IR_RET;
        if (ways && chosen) vec_push(literals, n->options[cd->levels.data[k].option].literal);
    }
}

void slice_need_all(struct slice *s) {
    if (s->whole) return;
    s->whole = true;
    cdse_whole_path(s->cd, s->level, s->literals);
    const struct level *l = &s->cd->levels.data[s->level];
    vec_push(s->literals, fcfg_node(&s->cd->g, l->node)->literal);
}

/* ---- live locations ---------------------------------------------------------------------------------- */

static void live_in(struct slice *s, uint32_t frame, const struct function *fn, uint32_t slot) {
    if (slot < fn->nconsts) return;
    for (uint32_t i = 0; i < s->slots.len; i++)
        if (s->slots.data[i].frame == frame && s->slots.data[i].slot == slot) {
            s->slots.data[i].exact |= s->exact;
            return;
        }
    vec_push(&s->slots, (struct live_slot){frame, slot, s->exact});
}

void slice_live(struct slice *s, uint32_t slot) { live_in(s, s->frame, s->fn, slot); }

void slice_live_memory(struct slice *s, uint64_t addr, uint64_t size, uint32_t class) {
    assert(addr + size >= addr);
    for (uint32_t i = 0; i < s->bytes.len; i++) {
        struct live_bytes *b = &s->bytes.data[i];
        if (b->addr != addr || b->size != size || b->class != class) continue;
        b->exact |= s->exact;
        return;
    }
    if (size) vec_push(&s->bytes, (struct live_bytes){addr, size, class, s->exact});
}

/* Something is live because its value must be the same, whatever that is used for. */
static bool begin_exact(struct slice *s) {
    bool before = s->exact;
    s->exact = true;
    return before;
}

void slice_note(struct slice *s, struct script_op op) {
    op.level = s->level;
    if (s->script) vec_push(s->script, op);
    else if (op.kind == SCRIPT_GUARD_SLOT || op.kind == SCRIPT_GUARD_BYTES) vec_push(s->literals, op.literal);
}

static void note_insn(struct slice *s, uint32_t code) {
    slice_note(s, (struct script_op){.kind = SCRIPT_INSN, .frame = s->frame, .code = code});
}

bool slice_kill_slot(struct slice *s, uint32_t frame, uint32_t slot) {
    for (uint32_t i = 0; i < s->slots.len; i++)
        if (s->slots.data[i].frame == frame && s->slots.data[i].slot == slot) {
            s->exact |= s->slots.data[i].exact;
            s->slots.data[i] = vec_last(&s->slots);
            s->slots.len--;
            return true;
        }
    return false;
}

static bool kill_written(struct slice *s, const struct insn *in) {
    struct slot_range w = ir_written(s->fn, in);
    bool any = false;
    for (uint32_t i = 0; i < w.count; i++) any |= slice_kill_slot(s, s->frame, w.first + i);
    return any;
}

/* Takes the bytes [addr, addr + size) of a class out. */
static bool kill_bytes(struct slice *s, uint64_t addr, uint64_t size, uint32_t class) {
    bool any = false;
    for (uint32_t i = 0; i < s->bytes.len;) {
        struct live_bytes b = s->bytes.data[i];
        if (b.class != class || b.addr + b.size <= addr || addr + size <= b.addr) {
            i++;
            continue;
        }
        any = true;
        s->exact |= b.exact;
        s->bytes.data[i] = vec_last(&s->bytes);
        s->bytes.len--;
        if (b.addr < addr) vec_push(&s->bytes, (struct live_bytes){b.addr, addr - b.addr, class, b.exact});
        if (b.addr + b.size > addr + size)
            vec_push(&s->bytes, (struct live_bytes){addr + size, b.addr + b.size - addr - size, class, b.exact});
    }
    return any;
}

bool slice_lives(const struct slice *s, uint32_t class) {
    for (uint32_t i = 0; i < s->bytes.len; i++)
        if (s->bytes.data[i].class == class) return true;
    return false;
}

/* ---- instructions ------------------------------------------------------------------------------------ */

void slice_live_reads(struct slice *s, const struct insn *in) {
    struct slot_range reads[IR_MAX_READS];
    uint32_t n = ir_read(s->fn, in, reads);
    for (uint32_t k = 0; k < n; k++)
        for (uint32_t i = 0; i < reads[k].count; i++) slice_live(s, reads[k].first + i);
}

void slice_live_arguments(struct slice *s, const struct insn *in) {
    const struct ir_call *call = ir_call_of(s->fn, in);
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots; k++) slice_live(s, call->args[i].slot + k);
}

static bool is_indexed(enum ir_op op) {
    return (op >= IR_LOAD8X && op <= IR_LOAD64X) || (op >= IR_STORE8X && op <= IR_STORE64X);
}

void slice_live_address(struct slice *s, const struct insn *in) {
    bool before = begin_exact(s);
    slice_live(s, in->a);
    if (is_indexed(in->op)) slice_live(s, in->b);
    s->exact = before;
}

static void pass_load(struct slice *s, const struct insn *in, const struct touch *t) {
    assert(t && !t->opaque);
    if (!kill_written(s, in)) return;
    note_insn(s, t->code);
    slice_live_address(s, in);
    if (!t->constant) slice_live_memory(s, t->addr, t->size, memuse_class(s->cd->g.memuse, s->fn, t->code));
}

static void pass_store(struct slice *s, const struct insn *in, const struct touch *t) {
    assert(t && !t->opaque && t->size);
    uint32_t class = memuse_class(s->cd->g.memuse, s->fn, t->code);
    if (kill_bytes(s, t->addr, t->size, class)) {
        note_insn(s, t->code);
        slice_live_address(s, in);
        slice_live(s, is_indexed(in->op) ? in->d : in->c);
    } else if (class == CLASS_SHARED && slice_lives(s, class)) {
        slice_live_address(s, in); /* it goes elsewhere as long as its address does */
    }
}

/* A copy: what is live of its target is live of its source. */
static void pass_copy(struct slice *s, const struct insn *in, const struct touch *t) {
    s->exact = true;
    VEC(struct live_bytes) hit = {0};
    for (uint32_t i = 0; i < s->bytes.len; i++) {
        struct live_bytes b = s->bytes.data[i];
        uint64_t lo = b.addr > t->addr ? b.addr : t->addr;
        uint64_t hi = b.addr + b.size < t->addr + t->size ? b.addr + b.size : t->addr + t->size;
        if (b.class == CLASS_SHARED && lo < hi) vec_push(&hit, (struct live_bytes){lo, hi - lo, CLASS_SHARED, true});
    }
    if (slice_lives(s, CLASS_SHARED)) {
        slice_live(s, in->a);
        slice_live(s, in->c);
    }
    if (hit.len) {
        slice_live(s, in->b);
        slice_note(s, (struct script_op){.kind = SCRIPT_UNKNOWN});
    }
    for (uint32_t i = 0; i < hit.len; i++) kill_bytes(s, hit.data[i].addr, hit.data[i].size, CLASS_SHARED);
    if (in->op != IR_MEMSET)
        for (uint32_t i = 0; i < hit.len; i++)
            slice_live_memory(s, hit.data[i].addr - t->addr + t->from, hit.data[i].size, CLASS_SHARED);
    vec_release(&hit);
}

/* Storage begins or ends: its bytes have no values from before. */
static void pass_storage(struct slice *s, const struct insn *in, const struct touch *t, uint64_t size) {
    bool result = kill_written(s, in);
    bool any = t->base && kill_bytes(s, t->base, 1, CLASS_LIFE);
    bool bytes = t->base && kill_bytes(s, t->base, size, memuse_class(s->cd->g.memuse, s->fn, t->code));
    if (result) note_insn(s, t->code);
    if (bytes) slice_note(s, (struct script_op){.kind = SCRIPT_FRESH, .addr = t->base, .size = size});
    any |= bytes;
    s->exact = true;
    if (in->op == IR_CALL) {
        if (any || result) slice_live_arguments(s, in);
    } else if (in->op != IR_ALLOCA && (any || slice_lives(s, CLASS_SHARED) || slice_lives(s, CLASS_LIFE))) {
        slice_live(s, in->a);
    }
}

bool slice_writes_any(const struct slice *s, const struct insn *in, uint32_t code) {
    struct slot_range w = ir_written(s->fn, in);
    for (uint32_t i = 0; i < s->slots.len; i++)
        if (s->slots.data[i].frame == s->frame && s->slots.data[i].slot - w.first < w.count) return true;
    struct bitset classes = {0};
    memuse_writes(s->cd->g.memuse, s->fn, code, &classes);
    bool any = false;
    for (uint32_t i = 0; !any && i < s->bytes.len; i++) any = bitset_has(&classes, s->bytes.data[i].class);
    bitset_release(&classes);
    return any;
}

static uint64_t object_size(const struct slice *s, const struct insn *in, const struct touch *t) {
    if (in->op == IR_ALLOCA) return s->fn->allocas[in->a].size;
    return t->size;
}

void slice_pass(struct slice *s, uint32_t code, const struct touch *t) {
    const struct insn *in = &s->fn->code[code];
    s->exact = false;
    if (t && t->opaque) {
        if (slice_writes_any(s, in, code)) slice_need_all(s);
        return;
    }
    if (t && memuse_is_load(in->op)) {
        pass_load(s, in, t);
    } else if (t && memuse_is_store(in->op)) {
        pass_store(s, in, t);
    } else if (t && (in->op == IR_MEMCPY || in->op == IR_MEMMOVE || in->op == IR_MEMSET)) {
        pass_copy(s, in, t);
    } else if (t && (in->op == IR_ALLOCA || in->op == IR_LIFE_START || in->op == IR_LIFE_END || in->op == IR_CALL)) {
        pass_storage(s, in, t, object_size(s, in, t));
    } else if (kill_written(s, in)) {
        note_insn(s, code);
        if (in->op != IR_CALL) slice_live_reads(s, in);
    }
}
