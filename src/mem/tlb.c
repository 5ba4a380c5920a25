#include "mem/tlb.h"

#include <string.h>

#include "mem/space.h"

void tlb_flush(struct tlb *tlb) {
    if (tlb->nused > TLB_REMEMBERED) {
        memset(tlb->entries, 0, sizeof tlb->entries);
    } else {
        for (uint32_t i = 0; i < tlb->nused; i++) tlb->entries[tlb->used[i]] = (struct tlb_entry){0};
    }
    tlb->nused = 0;
}

void tlb_forget(struct tlb *tlb, uint64_t base, uint64_t size) {
    uint64_t first = base >> PAGE_BITS, last = (base + size) >> PAGE_BITS;
    if (last - first >= TLB_SIZE) {
        tlb_flush(tlb);
        return;
    }
    for (uint64_t page = first; page <= last; page++) {
        struct tlb_entry *e = tlb_entry(tlb, page << PAGE_BITS);
        if (e->page == page) *e = (struct tlb_entry){0};
    }
}

void tlb_fill(struct tlb *tlb, struct space *s, uint64_t addr, bool for_write) {
    struct mem_object *obj = for_write ? space_find_writable(s, addr) : space_find(s, addr);
    uint32_t i = object_page_of(obj, addr);
    struct mem_page *page = for_write ? object_page_writable(obj, i) : object_page(obj, i);
    if (page->init || page->overlay || obj->size_sym) return;
    tlb_set(tlb, addr, page, for_write);
}
