#include "ir/symbols.h"

#include <ctype.h>
#include <stdlib.h>

static int by_address(const void *a, const void *b) {
    const struct named_address *x = a, *y = b;
    if (x->address != y->address) return x->address < y->address ? -1 : 1;
    return strcmp(x->name, y->name);
}

void symbols_init(struct symbols *symbols, const struct program *p) {
    memset(symbols, 0, sizeof *symbols);
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (f->address)
            vec_push(&symbols->list, (struct named_address){f->address, f->nblocks, f->name, NULL});
    }
    for (uint32_t i = 1; i < p->globals.len; i++) {
        const struct ir_global *g = p->globals.data[i];
        if (g->address) vec_push(&symbols->list, (struct named_address){g->address, g->size, g->name, g});
    }
    if (symbols->list.len)
        qsort(symbols->list.data, symbols->list.len, sizeof *symbols->list.data, by_address);
}

void symbols_release(struct symbols *symbols) { vec_release(&symbols->list); }

const struct named_address *symbols_find(const struct symbols *symbols, uint64_t address) {
    uint32_t low = 0, high = symbols->list.len; /* the last one at or below is before high */
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (symbols->list.data[middle].address <= address) low = middle + 1;
        else high = middle;
    }
    if (!low) return NULL;
    const struct named_address *found = &symbols->list.data[low - 1];
    return address - found->address <= found->size ? found : NULL;
}

static bool is_text(unsigned char c) {
    return isprint(c) || isspace(c) || c == '\a' || c == '\b' || c == '\033';
}

const char *symbols_text(const struct named_address *symbol, uint64_t address) {
    const struct ir_global *g = symbol->global;
    if (!g || !g->constant || !g->data) return NULL;
    for (uint64_t i = address - g->address; i < g->size; i++) {
        if (!g->data[i]) return (const char *)g->data + (address - g->address);
        if (!is_text(g->data[i])) return NULL;
    }
    return NULL;
}
