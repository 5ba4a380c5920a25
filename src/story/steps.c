#include "story/steps.h"

#include <inttypes.h>

#include "base/context.h"
#include "base/str.h"
#include "ir/stores.h"

enum { MOST_STEPS = 10000 };

struct steps {
    struct rerunning now;
    struct str *out;
    uint64_t told;
};

/* ---- assignments ----------------------------------------------------------------------------------- */

static uint64_t value_of(struct steps *s, uint32_t slot) {
    const struct frame *f = s->now.x.now->top;
    uint32_t sym = frame_sym(f, slot);
    return sym ? model_eval(s->now.x.now->model, s->now.x.sym->pool, (expr){sym}) : f->regs[slot];
}

static uint64_t address_of(struct steps *s, const struct insn *in) {
    uint64_t addr = value_of(s, in->a);
    if (stores_is_plain(in->op)) addr += (uint64_t)(int64_t)(int32_t)in->b;
    else addr += value_of(s, in->b) * in->aux + (uint64_t)(int64_t)(int32_t)in->c;
    return s->now.x.p->is32 ? (uint32_t)addr : addr;
}

static void tell_value(struct steps *s, uint64_t v, uint32_t size) {
    uint32_t bits = 8 * (size < 8 ? size : 8);
    if (bits < 64) v &= (UINT64_C(1) << bits) - 1;
    const struct mem_object *obj = size == s->now.x.p->ptr_bytes && v >= PAGE_SIZE ? space_find(&s->now.x.now->space, v) : NULL;
    if (obj && obj->name && v - obj->base <= obj->size) {
        str_addf(s->out, "&%s", obj->name);
        if (v != obj->base) str_addf(s->out, " + %" PRIu64, v - obj->base);
        return;
    }
    int64_t number = (int64_t)(v << (64 - bits)) >> (64 - bits);
    str_addf(s->out, "%" PRId64, number);
    if (number < 0) str_addf(s->out, " (unsigned: %" PRIu64 ")", v);
}

/* The store has just been executed; the state stands at the POINT behind it. */
static void tell_assignment(struct steps *s) {
    const struct insn *in = s->now.x.now->top->pc - 1;
    uint64_t addr = address_of(s, in);
    uint32_t size = stores_size(in);
    const struct mem_object *obj = space_find(&s->now.x.now->space, addr);
    if (!obj || !obj->name || s->told++ >= MOST_STEPS) return;
    str_addf(s->out, "    %s in %s: %s", program_where(s->now.x.p, in->pos), s->now.x.now->top->fn->name, obj->name);
    uint64_t off = addr - obj->base;
    if (obj->size > size && off % size == 0 && obj->size % size == 0) str_addf(s->out, "[%" PRIu64 "]", off / size);
    else if (off) str_addf(s->out, " + %" PRIu64, off);
    str_add(s->out, " = ");
    tell_value(s, value_of(s, stores_is_plain(in->op) ? in->c : in->d), size);
    str_add_char(s->out, '\n');
}

static enum stop run(struct steps *s) {
    struct exec *x = &s->now.x;
    for (;;) {
        x->now->points = 1;
        enum stop stop = exec_loop(x);
        if ((stop != STOP_POINT && stop != STOP_SLICE) || limits_look(&x->ctx->limits)) return stop;
        if (stop == STOP_SLICE) continue;
        tell_assignment(s);
        x->now->top->pc++;
    }
}

bool steps_tell(const struct rerun *r, struct str *out) {
    struct steps s = {.out = out};
    stores_stop(r->p);
    rerun_begin(r, &s.now);
    str_add(out, "  assignments on the way\n");
    bool found = rerun_found(r, &s.now, run(&s));
    if (s.told > MOST_STEPS) str_addf(out, "    (%" PRIu64 " more)\n", s.told - MOST_STEPS);
    if (found) str_addf(out, "    %s: %s\n", program_where(r->p, s.now.x.bug.pos), str_text(&s.now.x.bug.message));
    rerun_end(&s.now);
    return found;
}
