#include "story/steps.h"

#include <inttypes.h>

#include "base/context.h"
#include "base/str.h"
#include "exec/run/loop.h"
#include "ir/stores.h"

enum { MOST_STEPS = 10000 };

struct steps {
    struct rerunning now;
    void (*each)(void *owner, struct exec *x, const struct assigned *a);
    void *owner;
};

/* ---- assignments ----------------------------------------------------------------------------------- */

static uint64_t value_of(struct exec *x, uint32_t slot) {
    const struct frame *f = x->now->top;
    uint32_t sym = frame_sym(f, slot);
    return sym ? model_eval(x->now->model, x->sym->pool, (expr){sym}) : f->regs[slot];
}

static uint64_t address_of(struct exec *x, const struct insn *in) {
    uint64_t addr = value_of(x, in->a);
    if (stores_is_plain(in->op)) addr += (uint64_t)(int64_t)(int32_t)in->b;
    else addr += value_of(x, in->b) * in->aux + (uint64_t)(int64_t)(int32_t)in->c;
    return x->p->is32 ? (uint32_t)addr : addr;
}

static void say_value(struct exec *x, uint64_t v, uint32_t size, struct str *out) {
    uint32_t bits = 8 * (size < 8 ? size : 8);
    if (bits < 64) v &= (UINT64_C(1) << bits) - 1;
    const struct mem_object *obj = size == x->p->ptr_bytes && v >= PAGE_SIZE ? space_find(&x->now->space, v) : NULL;
    if (obj && obj->name && v - obj->base <= obj->size) {
        str_addf(out, "&%s", obj->name);
        if (v != obj->base) str_addf(out, " + %" PRIu64, v - obj->base);
        return;
    }
    int64_t number = (int64_t)(v << (64 - bits)) >> (64 - bits);
    str_addf(out, "%" PRId64, number);
    if (number < 0) str_addf(out, " (unsigned: %" PRIu64 ")", v);
}

void steps_say(struct exec *x, const struct assigned *a, struct str *out) {
    str_add(out, a->name);
    if (a->object_size > a->size && a->offset % a->size == 0 && a->object_size % a->size == 0)
        str_addf(out, "[%" PRIu64 "]", a->offset / a->size);
    else if (a->offset) str_addf(out, " + %" PRIu64, a->offset);
    str_add(out, " = ");
    say_value(x, a->value, a->size, out);
}

/* The store has just been executed; the state stands at the POINT behind it. */
static void tell_assignment(struct steps *s) {
    struct exec *x = &s->now.x;
    const struct insn *in = x->now->top->pc - 1;
    uint64_t addr = address_of(x, in);
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (!obj || !obj->name) return;
    struct assigned a = {.name = obj->name,
                         .function = x->now->top->fn->name,
                         .pos = in->pos,
                         .declared = obj->made_pos,
                         .offset = addr - obj->base,
                         .object_size = obj->size,
                         .value = value_of(x, stores_is_plain(in->op) ? in->c : in->d),
                         .size = stores_size(in)};
    s->each(s->owner, x, &a);
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

bool steps_watch(const struct rerun *r, void (*each)(void *owner, struct exec *x, const struct assigned *a),
                 void *owner) {
    struct steps s = {.each = each, .owner = owner};
    stores_stop(r->p);
    rerun_begin(r, &s.now);
    bool found = rerun_found(r, &s.now, run(&s));
    if (found) each(owner, &s.now.x, NULL);
    rerun_end(&s.now);
    return found;
}

/* ---- as text ---------------------------------------------------------------------------------------- */

struct told_steps {
    struct str *out;
    uint64_t told;
};

static void tell(void *owner, struct exec *x, const struct assigned *a) {
    struct told_steps *t = owner;
    if (!a) {
        if (t->told > MOST_STEPS) str_addf(t->out, "    (%" PRIu64 " more)\n", t->told - MOST_STEPS);
        str_addf(t->out, "    %s: %s\n", program_where(x->p, x->bug.pos), str_text(&x->bug.message));
        return;
    }
    if (t->told++ >= MOST_STEPS) return;
    str_addf(t->out, "    %s in %s: ", program_where(x->p, a->pos), a->function);
    steps_say(x, a, t->out);
    str_add_char(t->out, '\n');
}

bool steps_tell(const struct rerun *r, struct str *out) {
    struct told_steps t = {.out = out};
    str_add(out, "  assignments before the error\n");
    return steps_watch(r, tell, &t);
}
