#include "exec/sym/access.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "exec/core/exec.h"
#include "exec/sym/decider.h"
#include "exec/sym/memory.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "expr/arith.h"
#include "mem/bytes.h"

/* ---- describing faults ----------------------------------------------------------------- */

static void describe_object(struct exec *x, const struct mem_object *obj, struct str *out) {
    assert(obj->kind <= OBJECT_OUTSIDE);
    static const char *const kinds[] = {"global variable",
                                        "function",
                                        "local variable",
                                        "heap block",
                                        "variable argument list",
                                        "program argument",
                                        "memory that an input is assumed to point to"};
    str_addf(out, "the %" PRIu64 "-byte %s", obj->size, kinds[obj->kind]);
    if (obj->name) str_addf(out, " '%s'", obj->name);
    if (obj->kind == OBJECT_HEAP && obj->made_pos)
        str_addf(out, " allocated at %s", program_where(x->p, obj->made_pos));
    else if (obj->kind == OBJECT_STACK && obj->made_pos)
        str_addf(out, " declared at %s", program_where(x->p, obj->made_pos));
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static void describe_bounds(struct exec *x, const struct fault *f, struct str *out) {
    assert(f->object && f->size);
    const struct mem_object *obj = f->object;
    str_addf(out, "out-of-bounds %s of %" PRIu64 " byte%s: ", f->write ? "write" : "read", f->size, plural(f->size));
    uint64_t off = f->addr - obj->base;
    if ((int64_t)off < 0) str_addf(out, "%" PRIu64 " byte%s before ", -off, plural(-off));
    else if (off < obj->size)
        str_addf(out, "%" PRIu64 " byte%s past the end of ", off + f->size - obj->size,
                 plural(off + f->size - obj->size));
    else if (off == obj->size) str_addf(out, "right at the end of ");
    else str_addf(out, "%" PRIu64 " byte%s past the end of ", off - obj->size, plural(off - obj->size));
    describe_object(x, obj, out);
}

static enum bug_kind describe_dead(struct exec *x, const struct fault *f, struct str *out) {
    assert(f->object && !f->object->live);
    const struct mem_object *obj = f->object;
    bool heap = obj->kind == OBJECT_HEAP;
    str_addf(out, "%s of %" PRIu64 " byte%s %s: ", f->write ? "write" : "read", f->size, plural(f->size),
             heap ? "after free" : "after the end of a variable's life");
    describe_object(x, obj, out);
    if (obj->freed_pos)
        str_addf(out, "%s at %s", heap ? ", freed" : ", whose scope ended", program_where(x->p, obj->freed_pos));
    return heap ? BUG_USE_AFTER_FREE : BUG_USE_AFTER_SCOPE;
}

static enum bug_kind describe_free(struct exec *x, const struct fault *f, struct str *out) {
    assert(f->object);
    if (f->kind == FAULT_FREED_TWICE) {
        str_add(out, "second free of ");
        describe_object(x, f->object, out);
        str_addf(out, ", first freed at %s", program_where(x->p, f->object->freed_pos));
        return BUG_DOUBLE_FREE;
    }
    if (f->kind == FAULT_NOT_START)
        str_addf(out, "free of a pointer %" PRIu64 " bytes into ", f->addr - f->object->base);
    else str_add(out, "free of memory that is not from malloc: ");
    describe_object(x, f->object, out);
    return BUG_INVALID_FREE;
}

static enum bug_kind describe_fault(struct exec *x, const struct fault *f, struct str *out) {
    const char *act = f->write ? "write" : "read";
    switch (f->kind) {
    case FAULT_NULL:
        str_addf(out, "null pointer: %s of %" PRIu64 " byte%s", act, f->size, plural(f->size));
        if (f->addr) str_addf(out, " at offset %" PRIu64, f->addr);
        return BUG_NULL_DEREF;
    case FAULT_BOUNDS: describe_bounds(x, f, out); return BUG_BOUNDS;
    case FAULT_DEAD: return describe_dead(x, f, out);
    case FAULT_READONLY:
        str_addf(out, "write of %" PRIu64 " byte%s to constant memory: ", f->size, plural(f->size));
        describe_object(x, f->object, out);
        return BUG_WRITE_CONST;
    case FAULT_FUNCTION:
        str_addf(out, "%s of the code of function '%s'", act, f->object->name);
        return BUG_INVALID_POINTER;
    case FAULT_NOT_HEAP:
    case FAULT_NOT_START:
    case FAULT_FREED_TWICE: return describe_free(x, f, out);
    case FAULT_INVALID:
    case FAULT_NONE: break;
    }
    str_addf(out, "%s of %" PRIu64 " byte%s at 0x%" PRIx64 ", where nothing was ever allocated", act, f->size,
             plural(f->size), f->addr);
    return BUG_INVALID_POINTER;
}

void exec_fault(struct exec *x, const struct fault *fault) {
    assert(fault->kind != FAULT_NONE && x->now);
    if (fault->kind == FAULT_READONLY && fault->object->unwritten) { /* no error, but our belief was wrong */
        sym_gap(x, GAP_UNSUPPORTED, "a write to a global variable through a pointer that does not come from it");
        x->stop = STOP_GIVEN_UP;
        return;
    }
    struct str text = {0};
    enum bug_kind kind = describe_fault(x, fault, &text);
    if (kind == BUG_BOUNDS && fault->object->given) {
        kind = BUG_EXTERNAL;
        str_add(&text, ", by a function without a body, of unknown size");
    }
    exec_error(x, kind, "%s", str_text(&text));
    x->bug.address = fault->addr;
    str_release(&text);
}

static bool settle(struct exec *x, enum fault_kind kind, const struct fault *fault) {
    if (!kind) return true;
    exec_fault(x, fault);
    return false;
}

/* ---- access --------------------------------------------------------------------------------- */

/* Loads symbolic or uninitialised bytes: the value is in x->loaded, or constant. */
static bool load_symbolic(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t *value) {
    assert(x->sym);
    expr e = sym_read(x, addr, bytes);
    bool constant = expr_is_const(x->sym->pool, e);
    *value = constant ? expr_value(x->sym->pool, e) : 0;
    x->loaded = constant ? 0 : e.id;
    return true;
}

/* An access that is within the capacity of the object: also within its size? */
static bool within_size(struct exec *x, uint64_t addr, uint64_t n, bool write) {
    assert(n);
    if (!x->sym) return true;
    const struct mem_object *obj = space_find(&x->now->space, addr);
    return !obj->size_sym || sym_check_size(x, obj, addr, n, write);
}

/* Locations are copied word by word. */
static bool copy_locations(struct exec *x, uint64_t to, uint64_t from, uint64_t n) {
    assert(n && x->decider->props.locations);
    enum { MOST = 4096 };
    if (n > MOST || (to - from < n && to != from)) return !decider_gives_up(x);
    if (!decider_access(x, from, n, false)) return false;
    vec_u32 words = {0};
    for (uint64_t i = 0; i < n; i += 8) vec_push(&words, sym_read(x, from + i, (uint32_t)(n - i < 8 ? n - i : 8)).id);
    bool ok = decider_access(x, to, n, true);
    for (uint64_t i = 0; ok && i < n; i += 8)
        sym_write(x, to + i, (uint32_t)(n - i < 8 ? n - i : 8), (expr){words.data[i / 8]});
    vec_release(&words);
    return ok;
}

bool exec_load(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t *value) {
    struct fault fault;
    uint64_t v = 0;
    assert(bytes && bytes <= sizeof v);
    if (x->decider->props.locations)
        return decider_access(x, addr, bytes, false) && load_symbolic(x, addr, bytes, value);
    struct mem_page *page = space_quick_page(&x->now->space, addr, bytes, false);
    x->loaded = 0;
    if (page) {
        tlb_set(&x->tlb, addr, page, false);
        memcpy(&v, page->data + (addr & (PAGE_SIZE - 1)) - page->lo, bytes);
        *value = v;
        return true;
    }
    if (!settle(x, space_read(&x->now->space, addr, &v, bytes, &fault), &fault)) return false;
    if (!within_size(x, addr, bytes, false)) return false;
    if (x->sym && space_is_symbolic(&x->now->space, addr, bytes, true)) return load_symbolic(x, addr, bytes, value);
    tlb_fill(&x->tlb, &x->now->space, addr, false);
    *value = v;
    return true;
}

bool exec_store(struct exec *x, uint64_t addr, uint32_t bytes, uint64_t value) {
    struct fault fault;
    assert(bytes && bytes <= sizeof value);
    if (x->decider->props.locations)
        return decider_access(x, addr, bytes, true) && !space_write(&x->now->space, addr, &value, bytes, &fault);
    struct mem_page *page = space_quick_page(&x->now->space, addr, bytes, true);
    if (page) {
        tlb_set(&x->tlb, addr, page, true);
        memcpy(page->data + (addr & (PAGE_SIZE - 1)) - page->lo, &value, bytes);
        return true;
    }
    if (!settle(x, space_check(&x->now->space, addr, bytes, true, &fault), &fault)) return false;
    if (!within_size(x, addr, bytes, true)) return false;
    tlb_forget(&x->tlb, addr, bytes);
    space_write(&x->now->space, addr, &value, bytes, &fault);
    tlb_fill(&x->tlb, &x->now->space, addr, true);
    return true;
}

/* Symbolic bytes that a function of ours needs as values get those of the model. */
static bool settle_bytes(struct exec *x, uint64_t addr, uint64_t n) {
    assert(x->sym && n);
    if (!undefined_use_bytes(x, addr, n, "what a library function does")) return false;
    for (uint64_t i = 0; i < n; i++)
        if (space_is_symbolic(&x->now->space, addr + i, 1, true)) {
            uint64_t v = sym_settle(x, sym_read(x, addr + i, 1), GAP_MODEL);
            sym_write(x, addr + i, 1, expr_const(x->sym->pool, 8, v));
        }
    return true;
}

bool exec_read(struct exec *x, uint64_t addr, void *to, uint64_t n) {
    struct fault fault;
    if (n == 0) return true;
    if (!settle(x, space_check(&x->now->space, addr, n, false, &fault), &fault)) return false;
    if (!within_size(x, addr, n, false)) return false;
    /* Built-ins read what is the same in all states, or a run over locations does not follow them. */
    if (x->decider->props.locations && !space_find(&x->now->space, addr)->readonly) return !decider_gives_up(x);
    if (x->sym && space_is_symbolic(&x->now->space, addr, n, true) && !settle_bytes(x, addr, n)) return false;
    return settle(x, space_read(&x->now->space, addr, to, n, &fault), &fault);
}

bool exec_write(struct exec *x, uint64_t addr, const void *from, uint64_t n) {
    struct fault fault;
    if (!decider_access(x, addr, n, true)) return false;
    tlb_forget(&x->tlb, addr, n); /* the write may move shared pages */
    if (!settle(x, space_check(&x->now->space, addr, n, true, &fault), &fault)) return false;
    if (n && !within_size(x, addr, n, true)) return false;
    return settle(x, space_write(&x->now->space, addr, from, n, &fault), &fault);
}

bool exec_readable(struct exec *x, uint64_t addr, uint64_t n) {
    struct fault fault;
    if (n == 0 || x->decider->props.locations) return true;
    return settle(x, space_check(&x->now->space, addr, n, false, &fault), &fault) && within_size(x, addr, n, false);
}

/* Instructions say nothing about how long it takes to go through this many bytes. */
static bool may_take_long(struct exec *x, uint64_t n) {
    const uint64_t much = 1 << 22;
    x->moved += n;
    if (x->moved < much) return true;
    x->moved = 0;
    if (!limits_look(&x->ctx->limits)) return true;
    x->stop = STOP_LIMIT;
    return false;
}

bool exec_copy(struct exec *x, uint64_t to, uint64_t from, uint64_t n) {
    struct fault fault;
    if (n == 0) return true; /* a zero-length copy touches nothing, whatever the pointers */
    if (x->decider->props.locations) return copy_locations(x, to, from, n);
    if (!may_take_long(x, n)) return false;
    tlb_forget(&x->tlb, to, n);
    if (!settle(x, space_check(&x->now->space, from, n, false, &fault), &fault)) return false;
    if (!settle(x, space_check(&x->now->space, to, n, true, &fault), &fault)) return false;
    if (!within_size(x, from, n, false) || !within_size(x, to, n, true)) return false;
    if (x->sym) sym_before_copy(x, from, n);
    return settle(x, space_move(&x->now->space, to, from, n, &fault), &fault);
}

bool exec_no_overlap(struct exec *x, uint64_t to, uint64_t from, uint64_t n) {
    bool meet = to - from < n || from - to < n;
    return !meet || to == from || !bug_has(x->wanted, BUG_OVERLAP) || exec_overlap(x);
}

bool exec_fill(struct exec *x, uint64_t addr, uint8_t byte, uint64_t n) {
    struct fault fault;
    if (n == 0) return true;
    if (!decider_access(x, addr, n, true)) return false;
    if (!may_take_long(x, n)) return false;
    tlb_forget(&x->tlb, addr, n);
    if (!settle(x, space_check(&x->now->space, addr, n, true, &fault), &fault)) return false;
    if (!within_size(x, addr, n, true)) return false;
    return settle(x, space_fill(&x->now->space, addr, byte, n, &fault), &fault);
}

bool exec_string(struct exec *x, uint64_t addr, struct str *out) {
    for (;; addr++) {
        char c = 0;
        if (!exec_read(x, addr, &c, 1)) return false;
        if (!c) return true;
        str_add_char(out, c);
    }
}

/* ---- the stack -------------------------------------------------------------------------------- */

/* In symbolic runs storage without a value is told apart by what made it, and how often. */
static void count_storage(struct exec *x, struct mem_object *obj) {
    if (x->sym && obj->site) obj->instance = tally_next(&x->now->made, obj->site);
}

void exec_no_block(struct exec *x, uint64_t size) {
    uint64_t most = x->p->is32 ? INT32_MAX : INT64_MAX; /* half of the address space: no allocator gives more */
    if (!x->sym || size > most) return;
    if (!decider_gives_up(x)) sym_gap(x, GAP_ALLOC, "an allocation of very many bytes");
}

void exec_made_block(struct exec *x, struct mem_object *obj) {
    assert(obj->kind == OBJECT_HEAP && obj->live);
    const struct function *fn = x->now->top->fn;
    if (!x->ctx->opt.malloc_may_fail || (fn->runtime && !fn->stub)) exec_premise(x, "allocation does not fail");
    if (space_has_turned(&x->now->space, obj)) exec_premise(x, "no pointer to a block is used long after it was freed");
    decider_born(x, obj->base);
    const struct frame *top = x->now->top;
    if (!x->sym || (top->pc->op != IR_CALL && top->pc->op != IR_CALLI)) return;
    obj->site = top->fn->calls[top->pc->b].site;
    count_storage(x, obj);
}

enum {
    COUNTED_BYTES = 128, /* smaller ones may be in registers */
    FRAME_BYTES = 16,    /* that every call needs: where to return to, aligned */
};

uint64_t exec_stack_left(const struct exec *x) {
    if (!x->stack_size) return UINT64_MAX;
    uint64_t used = x->now->space.stack_bytes + (uint64_t)x->now->depth * FRAME_BYTES;
    return used < x->stack_size ? x->stack_size - used : 0;
}

/* Counts what any compiler must have on the stack. How much the library needs is not known. */
static bool take_stack(struct exec *x, struct mem_object *obj, bool dynamic) {
    assert(obj->kind == OBJECT_STACK);
    if (!x->stack_size || obj->counted || x->now->top->fn->runtime || (obj->size < COUNTED_BYTES && !dynamic))
        return true;
    if (obj->size > exec_stack_left(x))
        return exec_error(x, BUG_STACK_SIZE,
                          "stack exhausted: no room for a variable of %" PRIu64 " bytes, %" PRIu64 " of %" PRIu64
                          " are left",
                          obj->size, exec_stack_left(x), x->stack_size);
    space_count_stack(&x->now->space, obj, true);
    return true;
}

bool exec_alloca(struct exec *x, uint64_t size, uint32_t align, bool escapes, const struct ir_alloca *info,
                 uint64_t *addr) {
    assert(align && !(align & (align - 1)));
    struct mem_object *obj = space_push(&x->now->space, size, align, escapes);
    if (!obj) return exec_error(x, BUG_STACK, "stack exhausted: no room for a variable of %" PRIu64 " bytes", size);
    obj->name = info ? info->name : NULL;
    obj->made_pos = info && info->pos ? info->pos : x->now->top->pc->pos;
    obj->site = info ? info->site : 0;
    if (info && !info->marked) count_storage(x, obj);
    *addr = obj->base;
    decider_born(x, obj->base);
    threads_life(x, obj);
    if (space_has_turned(&x->now->space, obj))
        exec_premise(x, "no pointer to a local variable is used long after its function has returned");
    return (info && info->marked) || take_stack(x, obj, !info || !info->size);
}

void exec_pop_stack(struct exec *x, uint32_t depth) {
    for (uint32_t i = depth; i < x->now->space.stack_depth; i++) {
        const struct mem_object *obj = radix_get(&x->now->space.stack, i);
        tlb_forget(&x->tlb, obj->base, obj->size);
        threads_life(x, obj);
    }
    space_pop_to(&x->now->space, depth, x->now->top->pc->pos);
}

bool exec_lifetime(struct exec *x, uint64_t addr, bool start) {
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (!obj || obj->kind != OBJECT_STACK) return true;
    decider_born(x, obj->base);
    tlb_forget(&x->tlb, obj->base, obj->size);
    threads_life(x, obj);
    struct mem_object *own = space_set_live(&x->now->space, obj, start, x->now->top->pc->pos);
    if (!start) {
        space_count_stack(&x->now->space, own, false);
        return true;
    }
    count_storage(x, own);
    return take_stack(x, own, false);
}

/* ---- variable arguments ------------------------------------------------------------------------ */

/* x86-64: as many registers are left as hold arguments (exec/run/call.c lays the area out).
 * 32 bits: the list is a pointer. */
bool exec_va_start(struct exec *x, uint64_t list) {
    assert(x->now->top->fn->varargs);
    const struct frame *top = x->now->top;
    uint64_t area = top->varargs, general = 8u * top->va_general;
    if (x->p->is32) return exec_write(x, list, &area, 4);
    struct {
        uint32_t gp_offset, fp_offset;
        uint64_t overflow, saved;
    } tag = {48 - (uint32_t)general, 176 - 16u * top->va_vector, area + top->va_memory, area + general - 48};
    return exec_write(x, list, &tag, sizeof tag);
}

bool exec_va_copy(struct exec *x, uint64_t to, uint64_t from) { return exec_copy(x, to, from, x->p->is32 ? 4 : 24); }
