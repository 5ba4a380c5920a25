/* Symbolic contents at concrete addresses, and accesses through symbolic addresses. */
#include "exec/sym/memory.h"

#include <assert.h>

#include "base/provoke.h"
#include "exec/sym/access.h"
#include "exec/sym/cells.h"
#include "exec/sym/decider.h"
#include "exec/sym/input.h"
#include "exec/sym/pointee.h"
#include "exec/sym/sym.h"
#include "exec/sym/undefined.h"
#include "exec/sym/vast.h"
#include "expr/arith.h"
#include "expr/relate.h"
#include "mem/bytes.h"
#include "solver/path.h"

enum {
    MAX_TABLE = PROVOKED(1 << 16, 32), /* bytes of an object that become words of an array one by one */
    MAX_ARRAY = PROVOKED(1 << 24, 64), /* bytes of an object that a symbolic index may reach into */
    MAX_OLD = PROVOKED(256, 64),       /* bytes of an object that becomes an array of locations */
    MAX_WRITE = PROVOKED(16, 4),       /* elements that a write through a symbolic index changes one by one */
};

static uint32_t page_offset(uint64_t addr) { return (uint32_t)(addr & (PAGE_SIZE - 1)); }

/* ---- contents ------------------------------------------------------------------------------ */

/* Page of addr, to be changed. */
static struct mem_page *own_page(struct exec *x, uint64_t addr, struct mem_object **obj) {
    tlb_forget(&x->tlb, addr, 1);
    *obj = space_find_writable(&x->now->space, addr);
    return object_page_writable(*obj, object_page_of(*obj, addr));
}

uint32_t sym_storage_input(struct exec *x, struct mem_object *obj) {
    assert(obj->live && !obj->place);
    if (obj->uninit_input) return obj->uninit_input - 1;
    struct str name = {0};
    if (obj->kind == OBJECT_VARARGS) str_add(&name, "(variable arguments)");
    else sym_storage_name(x, obj->site, obj->instance, 0, &name);
    obj->uninit_input = 1 + input_take(x, INPUT_UNINIT, str_text(&name), NULL, (uint32_t)obj->size);
    str_release(&name);
    input_is_storage(x, obj->site, obj->instance, 0);
    return obj->uninit_input - 1;
}

/* Uninitialised bytes of a page become bytes of an input: the variable's contents. n: of an access. */
static void raise_uninitialised(struct exec *x, struct mem_object *obj, struct mem_page *page, uint64_t addr,
                                uint32_t n) {
    if (cells_wanted(x, obj)) {
        cells_raise(x, obj->base, n);
        return;
    }
    uint32_t input = sym_storage_input(x, obj);
    if (undefined_tracked(x)) input |= (uint32_t)UNDEFINED_INPUT;
    uint64_t start = addr - page_offset(addr); /* of the page */
    for (uint32_t off = page->lo; off < page->hi;) {
        uint32_t end = off;
        while (end < page->hi && !page_initialised(page, end, 1)) end++;
        if (end > off)
            overlay_put_raw(&x->sym->source, page, off, end - off, input, (uint32_t)(start + off - obj->base));
        off = end + 1;
    }
    page_set_initialised(page, page->lo, (uint32_t)(page->hi - page->lo));
}

void sym_raise(struct exec *x, uint64_t addr) {
    struct mem_object *obj;
    struct mem_page *page = own_page(x, addr, &obj);
    if (page->init) raise_uninitialised(x, obj, page, addr, 4);
}

void sym_storage_name(const struct exec *x, uint32_t site, uint32_t instance, uint32_t offset, struct str *out) {
    assert(site < x->p->sites.len);
    if (!site) {
        str_add(out, "(storage of the library)");
        return;
    }
    const struct ir_site *at = &x->p->sites.data[site];
    str_addf(out, "%s@%u#%u", at->name, at->line, instance);
    if (offset) str_addf(out, "+%u", offset);
}

/* A copy has the same unknown value, not one of its own. */
void sym_before_copy(struct exec *x, uint64_t from, uint64_t n) {
    assert(n);
    while (n) {
        uint64_t left = PAGE_SIZE - page_offset(from);
        uint32_t run = (uint32_t)(left < n ? left : n);
        struct mem_object *obj = space_find(&x->now->space, from);
        struct mem_page *page = object_page(obj, object_page_of(obj, from));
        if (!page_initialised(page, page_offset(from), run)) {
            page = own_page(x, from, &obj);
            raise_uninitialised(x, obj, page, from, 4);
        }
        from += run;
        n -= run;
    }
}

static void write_run(struct exec *x, uint64_t addr, uint32_t n, expr e);

/* Bytes of one page. */
static expr read_run(struct exec *x, uint64_t addr, uint32_t n) {
    assert(n && page_offset(addr) + n <= PAGE_SIZE);
    struct mem_object *obj = space_find(&x->now->space, addr);
    struct mem_page *page = object_page(obj, object_page_of(obj, addr));
    uint32_t off = page_offset(addr);
    bool uninit = !page_initialised(page, off, n);
    if (uninit || overlay_has_raw(page, off, n)) page = own_page(x, addr, &obj);
    if (uninit) raise_uninitialised(x, obj, page, addr, n);
    expr e = overlay_get(&x->sym->source, page, off, n);
    if (expr_is(e)) {
        if (x->decider->props.plain && expr_is_const(x->sym->pool, e)) write_run(x, addr, n, e);
        return e;
    }
    uint64_t words[PAGE_SIZE / 8];
    memset(words, 0, (n + 7) / 8 * 8);
    memcpy(words, page->data + off - page->lo, n);
    return expr_const_wide(x->sym->pool, 8 * n, words);
}

expr sym_read(struct exec *x, uint64_t addr, uint32_t n) {
    assert(n && n <= PAGE_SIZE);
    if (x->decider->values.read) return x->decider->values.read(x, addr, n);
    uint32_t left = PAGE_SIZE - page_offset(addr);
    if (n <= left) return read_run(x, addr, n);
    expr low = read_run(x, addr, left);
    return expr_concat(x->sym->pool, sym_read(x, addr + left, n - left), low);
}

static void write_run(struct exec *x, uint64_t addr, uint32_t n, expr e) {
    assert(page_offset(addr) + n <= PAGE_SIZE && expr_width(x->sym->pool, e) == 8 * n);
    struct mem_object *obj;
    struct mem_page *page = own_page(x, addr, &obj);
    uint32_t off = page_offset(addr);
    if (expr_is_const(x->sym->pool, e)) {
        uint64_t scratch;
        memcpy(page->data + off - page->lo, expr_words(x->sym->pool, e, &scratch), n);
        overlay_clear(&x->sym->source, page, off, n);
    } else {
        overlay_put(&x->sym->source, page, off, n, e);
    }
    page_set_initialised(page, off, n);
}

void sym_write(struct exec *x, uint64_t addr, uint32_t n, expr e) {
    assert(n && expr_width(x->sym->pool, e) == 8 * n);
    decider_wrote(x, addr, n);
    uint32_t left = PAGE_SIZE - page_offset(addr);
    if (n <= left) {
        write_run(x, addr, n, e);
        return;
    }
    write_run(x, addr, left, expr_extract(x->sym->pool, e, 0, 8 * left));
    sym_write(x, addr + left, n - left, expr_extract(x->sym->pool, e, 8 * left, 8 * (n - left)));
}

void sym_make_raw(struct exec *x, uint64_t addr, uint64_t n, uint32_t input) {
    sym_make_raw_from(x, addr, n, input, 0);
}

/* In plain runs: bytes of the input themselves. */
static void put_bytes(struct exec *x, struct mem_page *page, uint32_t off, uint32_t n, uint32_t input, uint32_t from) {
    assert(x->decider->props.plain && off >= page->lo && off + n <= page->hi);
    for (uint32_t i = 0; i < n; i++) page->data[off + i - page->lo] = x->decider->values.byte(x, input, from + i);
    overlay_clear(&x->sym->source, page, off, n);
}

void sym_make_raw_from(struct exec *x, uint64_t addr, uint64_t n, uint32_t input, uint32_t from) {
    decider_needs(x, addr, true);
    decider_wrote(x, addr, n);
    while (n) {
        uint64_t left = PAGE_SIZE - page_offset(addr);
        uint32_t run = (uint32_t)(left < n ? left : n);
        struct mem_object *obj;
        struct mem_page *page = own_page(x, addr, &obj);
        if (x->decider->props.plain) put_bytes(x, page, page_offset(addr), run, input, from);
        else overlay_put_raw(&x->sym->source, page, page_offset(addr), run, input, from);
        page_set_initialised(page, page_offset(addr), run);
        addr += run;
        from += run;
        n -= run;
    }
}

/* ---- which object ------------------------------------------------------------------------------ */

struct access {
    expr addr;
    uint32_t n;
    bool write;
    struct mem_object *obj; /* where it goes */
    expr off;               /* from the object's start */
};

static uint32_t pointer_bits(const struct exec *x) { return 8 * x->p->ptr_bytes; }

static void report_fault(struct exec *x, void *data) {
    const struct access *a = data;
    uint64_t addr = sym_sample(x, a->addr);
    struct mem_object small; /* as large as the model says */
    struct fault fault = {FAULT_BOUNDS, addr, a->n, a->write, a->obj};
    struct fault seen;
    if (a->obj && a->obj->size_sym) {
        small = *a->obj;
        small.size = sym_sample(x, (expr){a->obj->size_sym});
        fault.object = &small;
    }
    if (!a->obj && space_check(&x->now->space, addr, a->n, a->write, &seen)) fault = seen;
    exec_fault(x, &fault);
}

/* Number of the object that the address belongs to (64-bit programs). */
static expr region(struct exec *x, expr addr) { return expr_extract(x->sym->pool, addr, 32, 32); }

static expr in_bounds(struct exec *x, const struct mem_object *obj, expr addr, uint32_t n) {
    assert(n && expr_width(x->sym->pool, addr) == pointer_bits(x));
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = pointer_bits(x);
    if (obj->size < n) return expr_false(pool);
    expr off = expr_sub(pool, addr, expr_const(pool, w, obj->base));
    return expr_ule(pool, off, expr_const(pool, w, obj->size - n));
}

/* The address goes to no object under the model: an error, and elsewhere the path
 * may go on. */
static bool no_object(struct exec *x, struct access *a, uint64_t v) {
    assert(!a->obj);
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = pointer_bits(x);
    expr null = expr_ult(pool, a->addr, expr_const(pool, w, PAGE_SIZE));
    if (v < PAGE_SIZE) return sym_check(x, null, report_fault, a);
    struct space *s = &x->now->space;
    expr here = s->layout->is32 ? expr_eq(pool, a->addr, expr_const(pool, w, v))
                                : expr_eq(pool, region(x, a->addr), expr_const(pool, 32, v >> 32));
    if (!sym_check(x, here, report_fault, a)) return false;
    sym_gap(x, GAP_POINTER, NULL);
    x->stop = STOP_GIVEN_UP;
    return false;
}

/* choose_object where the inputs are given: what is asked must not depend on the model. */
static bool follow_model(struct exec *x, struct access *a) {
    struct expr_pool *pool = x->sym->pool;
    expr null = expr_ult(pool, a->addr, expr_const(pool, pointer_bits(x), PAGE_SIZE));
    if (!sym_check(x, null, report_fault, a)) return false;
    a->obj = space_find(&x->now->space, sym_sample(x, a->addr));
    if (a->obj && x->p->is32 && !sym_follows(x, in_bounds(x, a->obj, a->addr, a->n))) a->obj = NULL;
    /* Places where nothing is are without number: some are enough. */
    x->decider->ask.choose(x, x->p->is32 ? a->addr : region(x, a->addr), a->obj ? GAPS : GAP_POINTER);
    if (!a->obj) report_fault(x, a);
    return a->obj;
}

/* Narrows the path to one object: the one that the model points to; other objects
 * are for a fork. */
static bool choose_object(struct exec *x, struct access *a) {
    struct symbolic *sy = x->sym;
    if (x->decider->ask.choose) return follow_model(x, a);
    for (;;) {
        uint64_t v = sym_sample(x, a->addr);
        a->obj = space_find(&x->now->space, v);
        if (a->obj) break;
        if (!no_object(x, a, v)) return false;
    }
    bool is32 = x->p->is32;
    expr here = is32 ? in_bounds(x, a->obj, a->addr, a->n)
                     : expr_eq(sy->pool, region(x, a->addr), expr_const(sy->pool, 32, a->obj->number));
    if (is32 && !sym_follows(x, here)) { /* between objects */
        a->obj = NULL;
        return no_object(x, a, sym_sample(x, a->addr));
    }
    sym_pin(x, here);
    return true;
}

/* Is the access fine for every offset within the object? */
static bool check_object(struct exec *x, struct access *a) {
    assert(a->obj && a->n);
    struct fault fault = {FAULT_NONE, sym_sample(x, a->addr), a->n, a->write, a->obj};
    if (!a->obj->live) fault.kind = FAULT_DEAD;
    else if (a->obj->kind == OBJECT_FUNCTION) fault.kind = FAULT_FUNCTION;
    else if (a->write && a->obj->readonly) fault.kind = FAULT_READONLY;
    if (!fault.kind) return true;
    exec_fault(x, &fault);
    return false;
}

expr sym_size_of(struct exec *x, const struct mem_object *obj) {
    assert(obj->size_sym);
    expr size = {obj->size_sym};
    if (!x->decider->props.decides_places) return size;
    return expr_const(x->sym->pool, expr_width(x->sym->pool, size), sym_pin(x, size));
}

static expr outside(struct exec *x, const struct access *a) {
    assert(a->obj && expr_is(a->off));
    struct expr_pool *pool = x->sym->pool;
    expr bad = expr_not(pool, in_bounds(x, a->obj, a->addr, a->n));
    if (!a->obj->size_sym) return bad;
    uint32_t w = pointer_bits(x);
    expr size = sym_size_of(x, a->obj), n = expr_const(pool, w, a->n);
    expr past = expr_or(pool, expr_ult(pool, size, n), expr_ugt(pool, a->off, expr_sub(pool, size, n)));
    return expr_or(pool, bad, past);
}

static bool resolve(struct exec *x, struct access *a) {
    assert(expr_width(x->sym->pool, a->addr) == pointer_bits(x));
    a->obj = sym_origin(x, a->addr);
    if (!a->obj && !choose_object(x, a)) return false;
    if (!a->obj) return false;
    struct expr_pool *pool = x->sym->pool;
    a->off = expr_sub(pool, a->addr, expr_const(pool, pointer_bits(x), a->obj->base));
    if (!check_object(x, a) || !sym_check(x, outside(x, a), report_fault, a)) return false;
    decider_needs(x, a->obj->base, a->write);
    bool large = !a->obj->readonly && a->obj->size > MAX_OLD;
    return !(large || a->obj->size_sym) || !decider_gives_up(x);
}

bool sym_find_object(struct exec *x, expr addr, bool write, struct mem_object **obj, expr *off) {
    if (!undefined_pin(x, addr, "an address")) return false;
    if (vast_mentions(x, addr)) return vast_gives_up(x);
    if (!pointee_follow(x, &addr)) return false;
    struct access a = {.addr = addr, .n = 1, .write = write, .obj = sym_origin(x, addr)};
    if (!a.obj && !choose_object(x, &a)) return false;
    if (!a.obj || !check_object(x, &a)) return false;
    decider_needs(x, a.obj->base, write);
    if (a.obj->size_sym && decider_gives_up(x)) return false;
    *obj = a.obj;
    *off = expr_sub(x->sym->pool, addr, expr_const(x->sym->pool, pointer_bits(x), a.obj->base));
    return true;
}

struct size_check {
    const struct mem_object *obj;
    uint64_t addr, n;
    bool write;
};

static void report_size(struct exec *x, void *data) {
    const struct size_check *c = data;
    struct mem_object small = *c->obj; /* as large as the model says */
    small.size = sym_sample(x, (expr){c->obj->size_sym});
    exec_fault(x, &(struct fault){FAULT_BOUNDS, c->addr, c->n, c->write, &small});
}

bool sym_check_size(struct exec *x, const struct mem_object *obj, uint64_t addr, uint64_t n, bool write) {
    assert(obj->size_sym && addr >= obj->base && addr - obj->base + n <= obj->size);
    struct expr_pool *pool = x->sym->pool;
    struct size_check c = {obj, addr, n, write};
    uint32_t w = pointer_bits(x);
    expr need = expr_const(pool, w, addr - obj->base + n);
    return sym_check(x, expr_ult(pool, sym_size_of(x, obj), need), report_size, &c);
}

/* ---- symbolic offsets ----------------------------------------------------------------------------- */

/* How many low bits of e are surely zero (up to `most`)? */
static uint32_t zero_bits(const struct expr_pool *pool, expr e, uint32_t most) {
    if (most == 0) return 0;
    uint32_t k = 0, j = 0;
    switch (expr_op(pool, e)) {
    case EXPR_CONST:
        k = expr_value(pool, e) ? (uint32_t)__builtin_ctzll(expr_value(pool, e)) : most;
        return k < most ? k : most;
    case EXPR_MUL:
        k = zero_bits(pool, expr_kid(pool, e, 1), most);
        return k + zero_bits(pool, expr_kid(pool, e, 0), most - k);
    case EXPR_ADD:
    case EXPR_OR: k = zero_bits(pool, expr_kid(pool, e, 0), most); return zero_bits(pool, expr_kid(pool, e, 1), k);
    case EXPR_ITE: k = zero_bits(pool, expr_kid(pool, e, 1), most); return zero_bits(pool, expr_kid(pool, e, 2), k);
    case EXPR_AND:
        k = zero_bits(pool, expr_kid(pool, e, 0), most);
        j = zero_bits(pool, expr_kid(pool, e, 1), most);
        return k > j ? k : j;
    case EXPR_NEG:
    case EXPR_ZEXT:
    case EXPR_SEXT: return zero_bits(pool, expr_kid(pool, e, 0), most);
    default: return 0;
    }
}

/* The element size in which the object can be seen as an array: the size of the
 * access if the offset is a multiple of it, else a byte. */
static uint32_t element_bits(struct exec *x, const struct access *a) {
    uint32_t shift = a->n == 8 ? 3 : a->n == 4 ? 2 : a->n == 2 ? 1 : 0;
    return zero_bits(x->sym->pool, a->off, shift) == shift && a->n == 1u << shift ? shift : 0;
}

static expr element_index(struct exec *x, expr off, uint32_t shift) {
    struct expr_pool *pool = x->sym->pool;
    expr index = expr_lshr(pool, off, expr_const(pool, pointer_bits(x), shift));
    return expr_resize(pool, index, 32);
}

/* Where in its element, in bits, is what begins at this offset? As wide as the element. */
static expr place_in_element(struct exec *x, expr off, uint32_t shift) {
    struct expr_pool *pool = x->sym->pool;
    expr byte = expr_resize(pool, off, 8u << shift);
    byte = expr_and(pool, byte, expr_const(pool, 8u << shift, (1u << shift) - 1));
    return expr_shl(pool, byte, expr_const(pool, 8u << shift, 3));
}

/* The array that the object, or much of it, is since an earlier write; none: it is no array. */
static expr array_below(const struct exec *x, const struct mem_object *obj) {
    if (!decider_sees(x, obj)) return EXPR_NONE;
    for (uint32_t i = 0; i < obj->npages; i++) {
        const struct mem_page *page = obj->pages[i];
        const struct overlay *o = page ? page->overlay : NULL;
        struct overlay_entry e;
        for (uint32_t k = 0; o && k < o->len; k++)
            if (overlay_array_run(page, o->entries[k].off, &e)) return (expr){e.expr};
    }
    return EXPR_NONE;
}

/* The elements as which the object is seen: those of the array that it is already. */
static uint32_t array_shift(struct exec *x, const struct access *a) {
    expr below = array_below(x, a->obj);
    if (!expr_is(below)) return element_bits(x, a);
    return (uint32_t)__builtin_ctz(expr_elem_width(x->sym->pool, below) / 8);
}

/* How many bytes from addr on are those of the array at this place? */
static uint32_t still_array(const struct mem_object *obj, uint64_t addr, expr array) {
    const struct mem_page *page = obj->pages[object_page_of(obj, addr)];
    struct overlay_entry e = {0};
    uint32_t n = page ? overlay_array_run(page, page_offset(addr), &e) : 0;
    bool here = n && e.expr == array.id && e.from + (page_offset(addr) - e.off) == addr - obj->base;
    return here ? n : 0;
}

struct elements {
    vec_u64 values; /* of a table */
    vec_u32 stored; /* elements that are stored into it, or into the array below */
};

/* Looks at all elements but those that still are the array below. */
static void gather(struct exec *x, struct mem_object *obj, uint32_t shift, expr below, struct elements *c) {
    uint32_t bytes = 1u << shift, count = (uint32_t)(obj->size >> shift);
    bool seen = decider_sees(x, obj);
    for (uint32_t i = 0, skip; i < count; i += skip) {
        uint64_t v = 0, at = obj->base + ((uint64_t)i << shift);
        skip = expr_is(below) ? still_array(obj, at, below) >> shift : 0;
        if (skip) continue;
        skip = 1;
        struct fault fault;
        space_read(&x->now->space, at, &v, bytes, &fault);
        bool sym = space_is_symbolic(&x->now->space, at, bytes, true) || !seen;
        if (sym || expr_is(below)) vec_push(&c->stored, i);
        if (!expr_is(below)) vec_push(&c->values, sym ? 0 : v);
    }
}

static expr make_contents(struct exec *x, const struct access *a, uint32_t shift) {
    assert(shift <= 3);
    struct expr_pool *pool = x->sym->pool;
    uint32_t bytes = 1u << shift;
    uint64_t base = a->obj->base; /* the object itself may move when it is read */
    struct elements c = {0};
    expr array = array_below(x, a->obj);
    if (expr_is(array) && expr_elem_width(pool, array) != 8 * bytes) array = EXPR_NONE;
    gather(x, a->obj, shift, array, &c);
    if (!expr_is(array)) array = expr_array_const(pool, 32, 8 * bytes, c.values.data, (uint32_t)c.values.len);
    for (uint32_t k = 0; k < c.stored.len; k++) {
        uint32_t i = c.stored.data[k];
        expr e = sym_read(x, base + ((uint64_t)i << shift), bytes);
        array = expr_store(pool, array, expr_const(pool, 32, i), e);
    }
    vec_release(&c.values);
    vec_release(&c.stored);
    return array;
}

/* Can the object be seen as an array, without too much work? */
static bool is_arrayable(const struct mem_object *obj) {
    uint64_t words = 0;
    if (obj->size <= MAX_TABLE) return true;
    if (obj->size > MAX_ARRAY) return false;
    for (uint32_t i = 0; i < obj->npages; i++) {
        const struct mem_page *page = obj->pages[i];
        if (page ? page->init != NULL : obj->tracked) return false; /* a symbol for each */
        words += page ? overlay_words(page) : 0;
    }
    return words <= MAX_TABLE;
}

/* Nothing in it can change: neither by a write nor by having been made symbolic. */
static bool is_constant(struct exec *x, const struct mem_object *obj) {
    return obj->kind == OBJECT_GLOBAL && obj->readonly &&
           !space_is_symbolic(&x->now->space, obj->base, obj->size, true);
}

/* The object's contents as an array of elements; those of constant tables are kept. */
static expr contents(struct exec *x, const struct access *a, uint32_t shift) {
    if (!is_constant(x, a->obj)) return make_contents(x, a, shift);
    struct map *tables = &x->sym->tables;
    uint64_t key = a->obj->base << 2 | shift;
    expr array = {(uint32_t)map_get(tables, key, 0)};
    if (expr_is(array)) return array;
    array = make_contents(x, a, shift);
    map_put(tables, key, array.id);
    return array;
}

expr sym_contents(struct exec *x, struct mem_object *obj) {
    if (obj->size > MAX_TABLE) return (expr){0};
    return contents(x, &(struct access){.n = 1, .obj = obj}, 0);
}

/* n bytes, which lie in one element. */
static expr read_element(struct exec *x, expr array, uint32_t shift, expr off, uint32_t n) {
    assert(n <= 1u << shift);
    struct expr_pool *pool = x->sym->pool;
    expr e = expr_read(pool, array, element_index(x, off, shift));
    if (n < 1u << shift) e = expr_lshr(pool, e, place_in_element(x, off, shift));
    return expr_extract(pool, e, 0, 8 * n);
}

static expr read_array(struct exec *x, const struct access *a) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t shift = array_shift(x, a), step = 1u << element_bits(x, a);
    if (step > 1u << shift) step = 1u << shift;
    expr array = contents(x, a, shift), all = EXPR_NONE;
    for (uint32_t i = 0; i < a->n; i += step) {
        expr off = expr_add(pool, a->off, expr_const(pool, pointer_bits(x), i));
        expr part = read_element(x, array, shift, off, step);
        all = expr_is(all) ? expr_concat(pool, part, all) : part;
    }
    return all;
}

/* Which elements may the index be? False: too many to write to one by one. Deciders that say themselves what memory
 * holds have no arrays. */
static bool index_range(struct exec *x, const struct access *a, expr index, uint32_t shift, uint64_t *lo,
                        uint64_t *hi) {
    uint64_t count = a->obj->size >> shift;
    *lo = 0;
    *hi = count - 1;
    if (count <= 8) return true;
    uint64_t min, max;
    if (sym_bounds(x, index, &min, &max)) {
        *lo = min;
        *hi = max < *hi ? max : *hi;
    }
    return *hi - *lo < (x->decider->values.read ? MAX_OLD : MAX_WRITE);
}

static void write_array(struct exec *x, const struct access *a, expr index, uint32_t shift, uint64_t lo, uint64_t hi,
                        expr value) {
    struct expr_pool *pool = x->sym->pool;
    const uint64_t base = a->obj->base; /* the object itself moves when it is written */
    for (uint64_t i = lo; i <= hi; i++) {
        uint64_t at = base + (i << shift);
        expr here = expr_eq(pool, index, expr_const(pool, 32, i));
        if (expr_is_false(pool, here)) continue;
        expr old = sym_read(x, at, a->n);
        sym_write(x, at, a->n, expr_ite(pool, here, value, old));
    }
}

/* The array with n bytes stored, which lie in one element. */
static expr store_element(struct exec *x, expr array, uint32_t shift, expr off, uint32_t n, expr value) {
    assert(n <= 1u << shift && expr_width(x->sym->pool, value) == 8 * n);
    struct expr_pool *pool = x->sym->pool;
    uint32_t w = 8u << shift;
    expr index = element_index(x, off, shift);
    if (8 * n < w) {
        expr place = place_in_element(x, off, shift), old = expr_read(pool, array, index);
        expr mask = expr_shl(pool, expr_const(pool, w, UINT64_MAX >> (64 - 8 * n)), place);
        expr kept = expr_and(pool, old, expr_not(pool, mask));
        value = expr_or(pool, kept, expr_shl(pool, expr_zext(pool, value, w), place));
    }
    return expr_store(pool, array, index, value);
}

/* The object is this array from now on. */
static void become_array(struct exec *x, uint64_t base, uint64_t size, expr array) {
    decider_wrote(x, base, size);
    for (uint64_t at = base, run; at < base + size; at += run) {
        run = PAGE_SIZE - page_offset(at);
        if (run > base + size - at) run = base + size - at;
        struct mem_object *obj;
        struct mem_page *page = own_page(x, at, &obj);
        overlay_put_array(&x->sym->source, page, page_offset(at), (uint32_t)run, array, (uint32_t)(at - base));
        page_set_initialised(page, page_offset(at), (uint32_t)run);
    }
}

/* ---- arrays, for engines that merge states ---- */

bool sym_is_arrayable(struct exec *x, const struct mem_object *obj) {
    expr below = array_below(x, obj);
    uint64_t bytes = expr_is(below) ? expr_elem_width(x->sym->pool, below) / 8 : 1;
    return is_arrayable(obj) && obj->size % bytes == 0;
}

uint32_t sym_array_bytes(struct exec *x, uint64_t base) {
    expr below = array_below(x, space_find(&x->now->space, base));
    return expr_is(below) ? expr_elem_width(x->sym->pool, below) / 8 : 0;
}

expr sym_array_of(struct exec *x, uint64_t base, uint32_t bytes) {
    struct access a = {.n = bytes, .obj = space_find(&x->now->space, base)};
    return contents(x, &a, (uint32_t)__builtin_ctz(bytes));
}

void sym_become_array(struct exec *x, uint64_t base, expr array) {
    become_array(x, base, space_find(&x->now->space, base)->size, array);
}

static void write_stores(struct exec *x, const struct access *a, expr value) {
    struct expr_pool *pool = x->sym->pool;
    uint32_t shift = array_shift(x, a), step = a->n > 1u << shift ? 1u << shift : a->n;
    uint64_t base = a->obj->base, size = a->obj->size;
    expr array = contents(x, a, shift);
    for (uint32_t i = 0; i < a->n; i += step) {
        expr off = expr_add(pool, a->off, expr_const(pool, pointer_bits(x), i));
        array = store_element(x, array, shift, off, step, expr_extract(pool, value, 8 * i, 8 * step));
    }
    become_array(x, base, size, array);
}

/* May a write at any of these places make the object an array? Its elements must fill it. Where leaks are looked
 * for, pointers stay in known places: an array would leave open which blocks are pointed to. */
static bool may_become_array(struct exec *x, const struct access *a) {
    if (check_has(x->checks, CHECK_LEAK) && a->n == x->p->ptr_bytes) return false;
    return is_arrayable(a->obj) && !(a->obj->size & ((1u << array_shift(x, a)) - 1));
}

/* ---- access -------------------------------------------------------------------------------------- */

/* Through a concrete address after all. */
static bool load_plain(struct exec *x, uint64_t addr, uint32_t n, expr *value) {
    uint64_t v;
    if (!exec_load(x, addr, n, &v)) return false;
    value->id = x->loaded;
    if (!x->loaded) *value = expr_const(x->sym->pool, 8 * n, v);
    return true;
}

/* Is it a pointer out of a table, or one of several? Then it has few values, and what it points to would be read and
 * written at all of these places together. */
static bool is_one_of_few(const struct expr_pool *pool, expr e, uint32_t depth) {
    if (!depth) return false;
    switch (expr_op(pool, e)) {
    case EXPR_CONST:
    case EXPR_READ: return true;
    case EXPR_ZEXT: return is_one_of_few(pool, expr_kid(pool, e, 0), depth - 1);
    case EXPR_CONCAT:
        return is_one_of_few(pool, expr_kid(pool, e, 0), depth - 1) &&
               is_one_of_few(pool, expr_kid(pool, e, 1), depth - 1);
    case EXPR_ITE:
        return is_one_of_few(pool, expr_kid(pool, e, 1), depth - 1) &&
               is_one_of_few(pool, expr_kid(pool, e, 2), depth - 1);
    case EXPR_ADD: {
        expr a = expr_kid(pool, e, 0), b = expr_kid(pool, e, 1);
        return (expr_is_const(pool, a) || expr_is_const(pool, b)) && is_one_of_few(pool, a, depth - 1) &&
               is_one_of_few(pool, b, depth - 1);
    }
    default: return false;
    }
}

bool sym_decide_few(struct exec *x, expr *addr) {
    struct symbolic *sy = x->sym;
    if (expr_is_const(sy->pool, *addr) || !is_one_of_few(sy->pool, *addr, 12)) return true;
    *addr = expr_const(sy->pool, pointer_bits(x), sym_pin(x, *addr));
    return !x->stop;
}

/* What is known of it is put in. False: stopped. */
static bool simplify_address(struct exec *x, expr *addr) {
    *addr = pathcond_simplify(x->sym->solver, x->now->pc, decider_address(x, *addr));
    return pointee_follow(x, addr) && (!x->decider->props.decides_few || sym_decide_few(x, addr));
}

/* Are places in the object decided, because only tables give easy questions? */
static bool decided(struct exec *x, const struct mem_object *obj) {
    return x->decider->props.decides_places && space_is_symbolic(&x->now->space, obj->base, obj->size, true);
}

static bool assume_cells(struct exec *x, expr value) {
    return !x->sym->hooks.cells_read || x->sym->hooks.cells_read(x->sym->hooks.owner, x, value);
}

/* A place among them that is unknown: what is not set is an array. */
static void look_at_cells(struct exec *x, struct access *a) {
    if (!cells_wanted(x, a->obj)) return;
    uint64_t base = a->obj->base;
    cells_raise(x, base, 1u << element_bits(x, a));
    a->obj = space_find(&x->now->space, base);
    assert(a->obj->base == base && !cells_wanted(x, a->obj));
}

bool sym_load_at(struct exec *x, expr addr, uint32_t n, expr *value) {
    assert(n && n <= 8);
    struct symbolic *sy = x->sym;
    if (!undefined_pin(x, addr, "the address of a read")) return false;
    struct access a = {.addr = addr, .n = n};
    enum vast_found vast = vast_find(x, addr, &a.obj, &a.off);
    if (vast) return vast == VAST_YES && vast_load(x, a.obj, a.off, n, value) && assume_cells(x, *value);
    if (!simplify_address(x, &addr)) return false;
    if (expr_is_const(sy->pool, addr)) return load_plain(x, expr_value(sy->pool, addr), n, value);
    a.addr = addr;
    if (!resolve(x, &a)) return false;
    look_at_cells(x, &a);
    if (!is_arrayable(a.obj) || decided(x, a.obj)) return load_plain(x, sym_pin(x, addr), n, value);
    *value = read_array(x, &a);
    return assume_cells(x, *value);
}

static bool store_plain(struct exec *x, uint64_t addr, uint32_t n, expr value) {
    struct fault fault;
    if (expr_is_const(x->sym->pool, value)) return exec_store(x, addr, n, expr_value(x->sym->pool, value));
    if (space_check(&x->now->space, addr, n, true, &fault)) {
        exec_fault(x, &fault);
        return false;
    }
    const struct mem_object *obj = space_find(&x->now->space, addr);
    if (obj->size_sym && !sym_check_size(x, obj, addr, n, true)) return false;
    decider_needs(x, addr, true);
    sym_write(x, addr, n, value);
    return true;
}

bool sym_store_at(struct exec *x, expr addr, uint32_t n, expr value) {
    assert(n && expr_width(x->sym->pool, value) == 8 * n);
    struct symbolic *sy = x->sym;
    if (!undefined_pin(x, addr, "the address of a write")) return false;
    struct access a = {.addr = addr, .n = n, .write = true};
    enum vast_found vast = vast_find(x, addr, &a.obj, &a.off);
    if (vast) return vast == VAST_YES && vast_store(x, a.obj, a.off, n, value);
    if (!simplify_address(x, &addr)) return false;
    if (expr_is_const(sy->pool, addr)) return store_plain(x, expr_value(sy->pool, addr), n, value);
    a.addr = addr;
    if (!resolve(x, &a)) return false;
    look_at_cells(x, &a);
    uint32_t shift = element_bits(x, &a);
    expr index = element_index(x, a.off, shift);
    uint64_t lo, hi;
    bool pin = n != 1u << shift || x->decider->props.decides_places;
    bool few = !pin && index_range(x, &a, index, shift, &lo, &hi);
    if (pin || (!few && !may_become_array(x, &a))) return store_plain(x, sym_pin(x, addr), n, value);
    if (few) write_array(x, &a, index, shift, lo, hi, value);
    else write_stores(x, &a, value);
    return true;
}
