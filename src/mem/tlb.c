#include "mem/tlb.h"

#include <string.h>

#include "mem/space.h"

void tlb_flush(struct tlb *tlb) { memset(tlb, 0, sizeof *tlb); }

void tlb_forget(struct tlb *tlb, uint64_t base, uint64_t size) {
    uint64_t first = base >> PAGE_BITS, last = (base + size) >> PAGE_BITS;
    if (last - first >= TLB_SIZE) {
        tlb_flush(tlb);
        return;
    }
    for (uint64_t page = first; page <= last; page++) {
        struct tlb_entry *e = tlb_entry(tlb, page << PAGE_BITS);
        if (e->page == page) e->page = 0;
    }
}

void tlb_fill(struct tlb *tlb, struct space *s, uint64_t addr, bool for_write) {
    struct mem_object *obj = for_write ? space_find_writable(s, addr) : space_find(s, addr);
    uint32_t i = object_page_of(obj, addr);
    struct mem_page *page = for_write ? object_page_writable(obj, i) : object_page(obj, i);
    struct tlb_entry *e = tlb_entry(tlb, addr);
    e->page = addr >> PAGE_BITS;
    e->data = page->data - page->lo;
    e->lo = page->lo;
    e->read_hi = page->init ? 0 : page->hi;
    e->write_hi = page->init || !for_write ? 0 : page->hi;
}
