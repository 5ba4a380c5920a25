#include "exec/sym/cells.h"

#include <assert.h>
#include <stdio.h>

#include "exec/sym/input.h"
#include "exec/sym/memory.h"
#include "expr/arith.h"
#include "mem/overlay.h"

enum {
    CELLS_LEAST = 1 << 10, /* bytes of an object; below that words are cheaper */
    CELLS_MOST = 1 << 24
};

static bool has_uninitialised(const struct mem_object *obj) {
    for (uint32_t i = 0; i < obj->npages; i++)
        if (obj->pages[i] ? obj->pages[i]->init != NULL : obj->tracked) return true;
    return false;
}

bool cells_wanted(const struct exec *x, const struct mem_object *obj) {
    if (!x->sym->wants_cells || obj->size <= CELLS_LEAST || obj->size > CELLS_MOST) return false;
    return obj->live && !obj->place && !obj->size_sym && has_uninitialised(obj);
}

/* ---- the array ------------------------------------------------------------------------------------- */

/* The array of an input; the first caller says how large its elements are. */
static expr array_of(struct exec *x, uint32_t input, uint32_t bytes) {
    assert(bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
    struct symbolic *sy = x->sym;
    expr array = {(uint32_t)map_get(&sy->cells, input, 0)};
    if (expr_is(array)) return array;
    char name[32];
    snprintf(name, sizeof name, "cells%u", input);
    array = expr_array_sym(sy->pool, 32, 8 * bytes, name);
    map_put(&sy->cells, input, array.id);
    map_put(&sy->cells_inputs, expr_symbol(sy->pool, array).id, 1 + (uint64_t)input);
    return array;
}

uint64_t cells_input(const struct exec *x, symbol s) { return map_get(&x->sym->cells_inputs, s.id, 0); }

/* Bytes of one page that are not set; start: its offset in the object. */
static void raise_page(struct exec *x, struct mem_page *page, uint64_t start, expr array) {
    assert(page->init && expr_is_array(x->sym->pool, array));
    for (uint32_t off = page->lo; off < page->hi;) {
        uint32_t end = off;
        while (end < page->hi && !page_initialised(page, end, 1)) end++;
        if (end > off)
            overlay_put_array(&x->sym->source, page, off, end - off, array, (uint32_t)(start + off - page->lo));
        off = end + 1;
    }
    page_set_initialised(page, page->lo, (uint32_t)(page->hi - page->lo));
}

void cells_raise(struct exec *x, uint64_t base, uint32_t n) {
    struct mem_object *obj = space_find_writable(&x->now->space, base);
    assert(cells_wanted(x, obj) && obj->base == base);
    bool fits = (n == 1 || n == 2 || n == 4 || n == 8) && obj->size % n == 0;
    expr array = array_of(x, sym_storage_input(x, obj), fits ? n : 1);
    tlb_forget(&x->tlb, base, obj->size);
    uint64_t start = 0;
    for (uint32_t i = 0; i < obj->npages; i++) {
        struct mem_page *page = object_page_writable(obj, i);
        uint64_t bytes = (uint64_t)(page->hi - page->lo);
        if (page->init) raise_page(x, page, start, array);
        start += bytes;
    }
    assert(start == obj->size && !has_uninitialised(obj));
    x->now->space.vasts++;
}

/* ---- two states -------------------------------------------------------------------------------------- */

struct sharing {
    struct exec *x;
    struct state *entry;
    bool any;
};

static void share(void *data, struct mem_object *obj) {
    struct sharing *s = data;
    struct exec *x = s->x;
    if (!obj->live || !obj->uninit_input || !map_find(&x->sym->cells, obj->uninit_input - 1)) return;
    const struct mem_object *own = space_find(&s->entry->space, obj->base);
    if (!own || own->generation != obj->generation || own->uninit_input || !cells_wanted(x, own)) return;
    expr array = array_of(x, obj->uninit_input - 1, 1);
    cells_raise(x, own->base, expr_elem_width(x->sym->pool, array) / 8);
    s->any = true;
}

bool cells_share(struct exec *x, struct state *entry, const struct state *back) {
    assert(entry != back);
    struct sharing s = {x, entry, false};
    if (!x->sym->cells.len) return false;
    exec_switch(x, entry);
    radix_each(&back->space.objects, share, &s);
    radix_each(&back->space.stack, share, &s);
    exec_switch(x, NULL);
    return s.any;
}
