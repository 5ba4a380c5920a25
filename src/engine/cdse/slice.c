/* The backward slice: which options of the path do some operands depend on?
 *
 * One sweep from the last root to the start of the path. A live location (a slot of a frame, bytes of memory, the life
 * of an object) is followed to the instruction that wrote it, whose operands become live. Where the path came through a
 * join at which another way may have written a live location, the option taken there is needed. A store to another
 * address keeps a location only while its address is what it is, so the address becomes live as well, and `exact`: no
 * other value would do. What the values are computed from is written down (struct script), so that replay.c can find
 * out whether all of it matters. Where the sweep cannot tell (library functions, symbolic addresses) the whole path up
 * to there is needed.
 */
#include <assert.h>
#include <stdlib.h>

#include "base/provoke.h"
#include "engine/cdse/inside.h"
#include "engine/cdse/learn.h"
#include "ir/operands.h"

/* What a slot's value depends on is asked again and again along one path: for every branch
 * that tests it, and after every iteration that leaves it alone. A step remembers the
 * answers; as long as it is kept, nothing below it changes. */

static bool memo_recall(const struct stage *s, uint32_t frame, uint32_t slot, vec_u32 *literals) {
    for (uint32_t i = 0; i < s->memos.len; i++) {
        const struct memo *m = &s->memos.data[i];
        if (m->frame != frame || m->slot != slot) continue;
        for (uint32_t k = 0; k < m->n; k++) vec_push(literals, s->remembered.data[m->first + k]);
        return true;
    }
    return false;
}

static void memo_keep(struct stage *s, uint32_t frame, uint32_t slot, const uint32_t *literals, uint32_t n) {
    assert(!n || literals);
    vec_push(&s->memos, (struct memo){frame, slot, s->remembered.len, n});
    vec_append(&s->remembered, literals, n);
}

void memo_clear(struct stage *s) {
    vec_clear(&s->memos);
    vec_clear(&s->remembered);
}

void memo_release(struct stage *s) {
    vec_release(&s->memos);
    vec_release(&s->remembered);
}

/* ---- roots ------------------------------------------------------------------------------------------- */

static const struct touch *touch_at(const struct stage *step, uint32_t code) {
    for (uint32_t i = 0; i < step->touches.len; i++)
        if (step->touches.data[i].code == code) return &step->touches.data[i];
    return NULL;
}

static void add_root(struct slice *s, const struct root *r) {
    const struct stage *step = s->cd->levels.data[s->level].step;
    const struct insn *in = &s->fn->code[r->code];
    const struct touch *t = touch_at(step, r->code);
    if (step->multi || (t && t->opaque)) {
        slice_need_all(s);
        return;
    }
    if (r->access && t && (memuse_is_load(in->op) || memuse_is_store(in->op))) {
        slice_live_address(s, in);
        s->exact = true;
        if (!t->global) slice_live_memory(s, t->base, 1, CLASS_LIFE);
        return;
    }
    s->exact = r->access;
    slice_note(s, (struct script_op){.kind = SCRIPT_ROOT, .frame = s->frame, .code = r->code});
    if (in->op == IR_CALL) slice_live_arguments(s, in);
    if (in->op == IR_MEMCPY || in->op == IR_MEMMOVE || in->op == IR_MEMSET) slice_need_all(s);
    slice_live_reads(s, in);
}

/* ---- the sweep --------------------------------------------------------------------------------------- */

/* Does the node's block write nothing that is live? */
static bool passes_by(const struct slice *s, const struct fnode *n) {
    const struct finfo *info = s->cd->g.infos[s->fn->id];
    const struct bitset *slots = &info->slots[n->block], *classes = &info->classes[n->block];
    for (uint32_t i = 0; i < s->slots.len; i++)
        if (s->slots.data[i].frame == s->frame && bitset_has(slots, s->slots.data[i].slot)) return false;
    for (uint32_t i = 0; i < s->bytes.len; i++)
        if (bitset_has(classes, s->bytes.data[i].class)) return false;
    return true;
}

static void sweep_node(struct slice *s, const root_list *from, uint32_t *next) {
    assert(*next >= from->len || from->data[*next].level <= s->level); /* none was passed by */
    const struct level *l = &s->cd->levels.data[s->level];
    const struct fnode *n = fcfg_node(&s->cd->g, l->node);
    const struct stage *step = l->step;
    bool rooted = *next < from->len && from->data[*next].level == s->level;
    bool idle = !s->slots.len && !s->bytes.len;
    if (!rooted && (idle || (!step->multi && passes_by(s, n)))) return;
    uint32_t t = step->touches.len;
    for (uint32_t code = n->last + 1; code-- > n->first && !s->whole;) {
        while (t && step->touches.data[t - 1].code > code) t--;
        const struct touch *touched = t && step->touches.data[t - 1].code == code ? &step->touches.data[t - 1] : NULL;
        if (step->multi) {
            if (s->slots.len || s->bytes.len) slice_need_all(s);
        } else if ((s->slots.len || s->bytes.len) &&
                   !(code == n->last && ir_is_call(s->fn->code[code].op) && !touched)) {
            slice_pass(s, code, touched); /* a call that was followed is passed between levels */
        }
        for (; *next < from->len && from->data[*next].level == s->level && from->data[*next].code == code; ++*next)
            add_root(s, &from->data[*next]);
    }
}

/* The option that stands for the way into a level. A block that transformations added to
 * split an edge has one way in, which is as good. */
static uint32_t way_in(const struct slice *s, uint32_t level) {
    assert(level);
    struct cdse *cd = s->cd;
    uint32_t k = level - 1;
    for (; k > 0; k--) {
        const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[k].node);
        const struct level *before = &cd->levels.data[k - 1];
        struct option *o = &fcfg_node(&cd->g, before->node)->options[before->option];
        bool split = n->first == n->last && cdse_function(cd, k)->blocks[n->block].added;
        if (!split || o->kind != OPTION_EDGE || fcfg_join(&cd->g, before->node, o, cd->levels.data[k].node)) break;
    }
    const struct level *from = &cd->levels.data[k];
    return fcfg_node(&cd->g, from->node)->options[from->option].literal;
}

/* What could another way to this level have written that is live? Where only values depend
 * on the option taken, the script says which; else it is needed. */
static void pass_join(struct slice *s, const struct join *j) {
    uint32_t literal = 0;
    bool needed = false;
    for (uint32_t i = 0; i < s->slots.len; i++) {
        struct live_slot l = s->slots.data[i];
        if (l.frame != s->frame || !bitset_has(&j->slots, l.slot)) continue;
        if (!literal) literal = way_in(s, s->level);
        needed |= l.exact;
        if (!l.exact)
            slice_note(s, (struct script_op){
                              .kind = SCRIPT_GUARD_SLOT, .frame = s->frame, .slot = l.slot, .literal = literal});
    }
    for (uint32_t i = 0; i < s->bytes.len; i++) {
        struct live_bytes b = s->bytes.data[i];
        if (!bitset_has(&j->classes, b.class)) continue;
        if (!literal) literal = way_in(s, s->level);
        needed |= b.exact;
        if (!b.exact)
            slice_note(
                s, (struct script_op){.kind = SCRIPT_GUARD_BYTES, .addr = b.addr, .size = b.size, .literal = literal});
    }
    if (needed) vec_push(s->literals, literal);
}

static bool copies_memory(const struct function *callee, const struct ir_call *call) {
    for (uint32_t i = 0; i < call->nargs; i++)
        if (call->args[i].byval) return true;
    return callee->varargs;
}

/* Slot `to` of a frame is slot `from` of the frame that the sweep is in. */
static void pass_value(struct slice *s, uint32_t frame, uint32_t to, uint32_t from, bool copies) {
    s->exact = false;
    if (!slice_kill_slot(s, frame, to)) return;
    if (copies) slice_need_all(s);
    slice_note(
        s, (struct script_op){.kind = SCRIPT_MOVE, .frame = frame, .slot = to, .from_frame = s->frame, .from = from});
    slice_live(s, from);
}

/* Parameters are the caller's arguments. */
static void leave_by_call(struct slice *s, uint32_t callee_frame) {
    assert(s->cd->g.frames.data[callee_frame].caller == s->cd->levels.data[s->level].node);
    const struct function *callee = s->cd->g.frames.data[callee_frame].fn;
    const struct insn *in = &s->fn->code[fcfg_node(&s->cd->g, s->cd->levels.data[s->level].node)->last];
    const struct ir_call *call = ir_call_of(s->fn, in);
    bool copies = copies_memory(callee, call);
    uint32_t filled = 0;
    for (uint32_t i = 0; i < call->nargs; i++)
        for (uint32_t k = 0; k < call->args[i].nslots && filled < callee->nparam_slots; k++, filled++)
            pass_value(s, callee_frame, callee->param_base + filled, call->args[i].slot + k, copies);
    if (copies && (slice_lives(s, CLASS_SHARED) || slice_lives(s, CLASS_LIFE))) slice_need_all(s);
    /* What else is live of the callee was never written. */
    for (uint32_t i = 0; i < s->slots.len;)
        if (s->slots.data[i].frame == callee_frame) {
            slice_note(s, (struct script_op){.kind = SCRIPT_UNKNOWN});
            s->slots.data[i] = vec_last(&s->slots);
            s->slots.len--;
        } else {
            i++;
        }
}

/* The caller's result is what the callee returns. */
static void leave_by_return(struct slice *s, uint32_t caller_frame, uint32_t call) {
    const struct function *caller = s->cd->g.frames.data[caller_frame].fn;
    const struct insn *in = &caller->code[call];
    const struct insn *ret = &s->fn->code[fcfg_node(&s->cd->g, s->cd->levels.data[s->level].node)->last];
    struct slot_range w = ir_written(caller, in);
    for (uint32_t i = 0; i < w.count; i++)
        if (i < s->fn->nret) pass_value(s, caller_frame, w.first + i, ret->a + i, false);
        else slice_kill_slot(s, caller_frame, w.first + i);
}

/* A path that takes a call through a pointer has it lead there from then on (take.c). */
static void pass_pointer(struct slice *s, const struct option *o) {
    const struct insn *in = &s->fn->code[fcfg_node(&s->cd->g, s->cd->levels.data[s->level].node)->last];
    for (uint32_t i = 0; in->op == IR_CALLI && i < s->slots.len; i++)
        if (s->slots.data[i].frame == s->frame && s->slots.data[i].slot == in->a) {
            vec_push(s->literals, o->literal);
            return;
        }
}

static void go_to(struct slice *s, uint32_t level) {
    assert(level < s->cd->executed);
    s->level = level;
    s->frame = fcfg_node(&s->cd->g, s->cd->levels.data[level].node)->frame;
    s->fn = s->cd->g.frames.data[s->frame].fn;
}

/* From the start of a level to the end of the one before. */
static void cross(struct slice *s) {
    assert(s->level);
    struct cdse *cd = s->cd;
    uint32_t here = cd->levels.data[s->level].node, frame = s->frame;
    const struct level *before = &cd->levels.data[s->level - 1];
    struct option *o = &fcfg_node(&cd->g, before->node)->options[before->option];
    if (s->slots.len || s->bytes.len) {
        const struct join *j = fcfg_join(&cd->g, before->node, o, here);
        if (j) pass_join(s, j);
    }
    uint32_t first = fcfg_node(&cd->g, here)->first;
    go_to(s, s->level - 1);
    if (o->kind == OPTION_CALL) leave_by_call(s, frame);
    if (o->kind == OPTION_CALL || o->kind == OPTION_OTHER) pass_pointer(s, o);
    if (o->kind == OPTION_RETURN) leave_by_return(s, frame, first - 1);
    if (o->kind == OPTION_OTHER && slice_writes_any(s, &s->fn->code[first - 1], first - 1)) slice_need_all(s);
}

static int deepest_first(const void *a, const void *b) {
    const struct root *x = a, *y = b;
    if (x->level != y->level) return x->level > y->level ? -1 : 1;
    return x->code > y->code ? -1 : x->code < y->code;
}

/* What is live where the sweep ends was there at the start. */
static void note_start(struct slice *s) {
    for (uint32_t i = 0; i < s->slots.len; i++)
        slice_note(s, (struct script_op){
                          .kind = SCRIPT_START_SLOT, .frame = s->slots.data[i].frame, .slot = s->slots.data[i].slot});
    for (uint32_t i = 0; i < s->bytes.len; i++)
        if (s->bytes.data[i].class != CLASS_LIFE)
            slice_note(s, (struct script_op){.kind = SCRIPT_START_BYTES,
                                             .addr = s->bytes.data[i].addr,
                                             .size = s->bytes.data[i].size});
}

enum { MARK_EVERY = PROVOKED(16, 2) };

/* Is the rest remembered? If not, marks what is worth it. */
static bool recall(struct slice *s, uint32_t start) {
    if (s->script || s->slots.len != 1 || s->bytes.len || s->slots.data[0].exact) return false;
    struct live_slot l = s->slots.data[0];
    if (memo_recall(s->cd->levels.data[s->level].step, l.frame, l.slot, s->literals)) return true;
    if ((start - s->level) % MARK_EVERY == 1)
        vec_push(&s->marks, (struct mark){s->level, l.frame, l.slot, s->literals->len});
    return false;
}

static void remember(const struct slice *s) {
    for (uint32_t i = 0; !s->whole && i < s->marks.len; i++) {
        const struct mark *m = &s->marks.data[i];
        struct stage *step = s->cd->levels.data[m->level].step;
        memo_keep(step, m->frame, m->slot, s->literals->data + m->first, s->literals->len - m->first);
    }
}

/* Back from the last root. True: to the start. */
static bool sweep(struct slice *s, const root_list *from) {
    uint32_t next = 0, start = from->data[0].level;
    for (go_to(s, start);; cross(s)) {
        if (next == from->len && recall(s, start)) return false;
        sweep_node(s, from, &next);
        if (s->whole || s->level == 0) return true;
        if (!s->slots.len && !s->bytes.len && next == from->len) return false;
    }
}

/* The roots of most slices are one branch, asked about for each of its options. */
static bool recall_root(const struct cdse *cd, const root_list *from, vec_u32 *literals) {
    const struct root *r = &from->data[0];
    return memo_recall(cd->levels.data[r->level].step, MEMO_ROOT, r->code, literals);
}

static void begin(struct slice *s, vec_u32 *literals, script_ops *script) {
    vec_clear(&s->slots);
    vec_clear(&s->bytes);
    vec_clear(&s->marks);
    s->literals = literals;
    s->script = script;
    s->whole = s->exact = false;
}

bool cdse_slice(struct cdse *cd, const root_list *from, vec_u32 *literals, script_ops *script) {
    if (!from->len) return true;
    bool plain = !script && from->len == 1 && !from->data[0].access;
    if (plain && recall_root(cd, from, literals)) return true;
    if (!cd->slice) cd->slice = MEM_NEW(struct slice);
    struct slice *s = cd->slice;
    s->cd = cd;
    begin(s, literals, script);
    if (plain) vec_push(&s->marks, (struct mark){from->data[0].level, MEMO_ROOT, from->data[0].code, literals->len});
    qsort(from->data, from->len, sizeof *from->data, deepest_first);
    bool at_start = sweep(s, from);
    if (s->whole)
        slice_note(s, (struct script_op){.kind = SCRIPT_UNKNOWN}); /* values of before are not those of the start */
    else if (at_start) note_start(s);
    remember(s);
    return !s->whole;
}

void cdse_free_slice(struct cdse *cd) {
    if (!cd->slice) return;
    vec_release(&cd->slice->slots);
    vec_release(&cd->slice->bytes);
    vec_release(&cd->slice->marks);
    mem_free(cd->slice);
}
