/* Cache of translated pages: the interpreter's fast path to memory.
 *
 * An entry allows reads of page offsets [lo, read_hi) and writes of [lo,
 * write_hi); data points where offset 0 of the page would be. A write limit of 0
 * sends writes to the slow path (shared and read-only pages); an empty entry has all
 * limits 0, because its page number is that of NULL's page. Pages with
 * uninitialised or symbolic bytes have no entry. The owner flushes it whenever another
 * state is taken up or the current one forks.
 */
#ifndef SHRIKE_MEM_TLB_H
#define SHRIKE_MEM_TLB_H

#include <stdint.h>

#include "base/provoke.h"
#include "ir/layout.h"
#include "mem/object.h"

enum { TLB_SIZE = PROVOKED(4096, 4), TLB_REMEMBERED = PROVOKED(64, 2) };

struct tlb_entry {
    uint64_t page; /* addr >> PAGE_BITS */
    uint8_t *data;
    uint16_t lo, read_hi, write_hi;
};

struct space;
struct tlb {
    struct tlb_entry entries[TLB_SIZE];
    uint32_t nused;                /* entries set since the last flush ... */
    uint16_t used[TLB_REMEMBERED]; /* ... and the first of them: flushing is cheap then */
};

static inline struct tlb_entry *tlb_entry(struct tlb *tlb, uint64_t addr) {
    return &tlb->entries[(addr >> PAGE_BITS ^ addr >> 32) & (TLB_SIZE - 1)];
}

void tlb_flush(struct tlb *tlb);
/* Forgets the pages of [base, base + size). */
void tlb_forget(struct tlb *tlb, uint64_t base, uint64_t size);
/* Caches a page that space_quick_page gave. */
static inline void tlb_set(struct tlb *tlb, uint64_t addr, struct mem_page *page, bool for_write) {
    if (provoke(8)) tlb_flush(tlb);
    struct tlb_entry *e = tlb_entry(tlb, addr);
    if (tlb->nused < TLB_REMEMBERED) tlb->used[tlb->nused] = (uint16_t)(e - tlb->entries);
    tlb->nused += tlb->nused <= TLB_REMEMBERED;
    *e = (struct tlb_entry){addr >> PAGE_BITS, page->data - page->lo, page->lo, page->hi, for_write ? page->hi : 0};
}
/* Caches the page of addr, which must be accessible; for_write unshares it. */
void tlb_fill(struct tlb *tlb, struct space *s, uint64_t addr, bool for_write);

#endif
