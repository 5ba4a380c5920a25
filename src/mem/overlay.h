/* Symbolic bytes of a page.
 *
 * A page's bytes are concrete; the overlay says which of them are not, in whole
 * stored words: a word written and read back is the same expression, not a
 * concatenation of extracted bytes. A raw entry stands for bytes of an input that
 * no code has looked at yet; reading makes symbols of them, as wide as the read. An
 * array entry stands for bytes of an array expression: the contents of an object that
 * was written to at a place which depends on inputs.
 *
 * Invariants: (1) entries are sorted by offset, not empty and do not overlap; (2)
 * an entry with an expression that is no array has exactly its width in bytes; (3) a
 * page without entries has no overlay.
 */
#ifndef SHRIKE_MEM_OVERLAY_H
#define SHRIKE_MEM_OVERLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"
#include "mem/object.h"

struct overlay_entry {
    uint16_t off, len; /* offset within the page, bytes */
    uint32_t expr;     /* id; 0: raw */
    uint32_t input;    /* of a raw entry: input; else: is the expression an array? */
    uint32_t from;     /* offset in the input or array, in bytes */
};

struct overlay {
    uint32_t len, cap;
    uint32_t mark; /* of the last collection that saw it */
    struct overlay_entry entries[];
};

/* Makes a symbol for bytes of an input; called when a raw entry is first read. */
typedef expr (*overlay_symbol_fn)(void *owner, uint32_t input, uint32_t offset, uint32_t size);

struct overlay_source {
    struct expr_pool *pool;
    overlay_symbol_fn symbol;
    void *owner;
};

/* Are any of the n bytes at page offset off symbolic? */
bool overlay_meets(const struct mem_page *page, uint32_t off, uint32_t n);
/* Bytes are overwritten with concrete ones: cuts entries that meet them. */
void overlay_clear(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n);
/* Stores e, of n bytes. */
void overlay_put(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, expr e);
/* Marks n bytes as bytes of an input, from its offset `from` on. */
void overlay_put_raw(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, uint32_t input,
                     uint32_t from);
/* The n bytes are those of an array, from byte `from` on. */
void overlay_put_array(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, expr array,
                       uint32_t from);
/* How many bytes from `off` on are of one array? *entry is the one they belong to. */
uint32_t overlay_array_run(const struct mem_page *page, uint32_t off, struct overlay_entry *entry);
/* How many bytes of the page belong to entries that are no arrays? */
uint32_t overlay_words(const struct mem_page *page);
/* Are any of these bytes raw? Then reading them changes the page. */
bool overlay_has_raw(const struct mem_page *page, uint32_t off, uint32_t n);
/* The n bytes as one expression; none if they are all concrete. The page is
 * changed (and must be exclusive) if raw bytes are among them. */
expr overlay_get(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n);
/* Copies what is symbolic of [from, from + n) in one page to another (or the same,
 * overlapping as memmove); the target range must have been cleared, or be the same page. */
void overlay_move(const struct overlay_source *src, struct mem_page *to, uint32_t to_off, const struct mem_page *from,
                  uint32_t from_off, uint32_t n);

#endif
