#include "mem/overlay.h"

#include <assert.h>
#include <string.h>

#include "base/mem.h"
#include "expr/arith.h"
#include "expr/relate.h"

static uint32_t end_of(const struct overlay_entry *e) { return (uint32_t)e->off + e->len; }

static bool is_array(const struct overlay_entry *e) { return e->expr && e->input; }

/* Index of the first entry that ends behind off. */
static uint32_t first_at(const struct overlay *o, uint32_t off) {
    uint32_t lo = 0, hi = o->len;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if (end_of(&o->entries[mid]) <= off) lo = mid + 1;
        else hi = mid;
    }
    return lo;
}

bool overlay_meets(const struct mem_page *page, uint32_t off, uint32_t n) {
    const struct overlay *o = page->overlay;
    if (!o) return false;
    uint32_t i = first_at(o, off);
    return i < o->len && o->entries[i].off < off + n;
}

bool overlay_has_raw(const struct mem_page *page, uint32_t off, uint32_t n) {
    const struct overlay *o = page->overlay;
    if (!o) return false;
    for (uint32_t i = first_at(o, off); i < o->len && o->entries[i].off < off + n; i++)
        if (!o->entries[i].expr) return true;
    return false;
}

/* ---- the sorted array ------------------------------------------------------------------------ */

static struct overlay *reserve(struct mem_page *page, uint32_t len) {
    struct overlay *o = page->overlay;
    if (o && o->cap >= len) return o;
    uint32_t cap = o ? 2 * o->cap : 4;
    if (cap < len) cap = len;
    struct overlay *grown = mem_alloc(sizeof *grown + cap * sizeof grown->entries[0]);
    if (o) memcpy(grown, o, sizeof *o + o->len * sizeof o->entries[0]);
    if (!o) *grown = (struct overlay){0};
    grown->cap = cap;
    mem_free(o);
    return page->overlay = grown;
}

/* Replaces entries [i, i + old) by `count` new ones. */
static void splice(struct mem_page *page, uint32_t i, uint32_t old, const struct overlay_entry *with, uint32_t count) {
    uint32_t had = page->overlay ? page->overlay->len : 0;
    assert(i + old <= had);
    uint32_t len = had - old + count;
    if (len == 0) {
        mem_free(page->overlay);
        page->overlay = NULL;
        return;
    }
    struct overlay *o = reserve(page, len);
    memmove(o->entries + i + count, o->entries + i + old, (had - i - old) * sizeof o->entries[0]);
    memcpy(o->entries + i, with, count * sizeof o->entries[0]);
    o->len = len;
}

/* Bytes [off, off + n) of an entry, as an entry. */
static struct overlay_entry part_of(const struct overlay_source *src, const struct overlay_entry *e, uint32_t off,
                                    uint32_t n) {
    struct overlay_entry part = {(uint16_t)off, (uint16_t)n, 0, e->input, e->from + (off - e->off)};
    if (is_array(e)) part.expr = e->expr;
    else if (e->expr) part.expr = expr_extract(src->pool, (expr){e->expr}, 8 * (off - e->off), 8 * n).id;
    return part;
}

/* Replaces what lies in [off, off + n) by `with` (count entries in there); entries
 * that reach out keep their outer parts. */
static void replace(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n,
                    const struct overlay_entry *with, uint32_t count) {
    struct overlay_entry fresh[4];
    uint32_t nfresh = 0, end = off + n;
    struct overlay *o = page->overlay;
    uint32_t i = o ? first_at(o, off) : 0, last = i;
    while (o && last < o->len && o->entries[last].off < end) last++;
    if (last > i && o->entries[i].off < off)
        fresh[nfresh++] = part_of(src, &o->entries[i], o->entries[i].off, off - o->entries[i].off);
    assert(count <= 1);
    if (count) fresh[nfresh++] = with[0];
    if (last > i && end_of(&o->entries[last - 1]) > end)
        fresh[nfresh++] = part_of(src, &o->entries[last - 1], end, end_of(&o->entries[last - 1]) - end);
    /* A constant part is concrete, but its bytes may be stale: it stays an expression. */
    if (last > i || nfresh) splice(page, i, last - i, fresh, nfresh);
}

void overlay_clear(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n) {
    if (page->overlay) replace(src, page, off, n, NULL, 0);
}

void overlay_put(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, expr e) {
    assert(expr_width(src->pool, e) == 8 * n);
    struct overlay_entry entry = {(uint16_t)off, (uint16_t)n, e.id, 0, 0};
    replace(src, page, off, n, &entry, 1);
}

void overlay_put_raw(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, uint32_t input,
                     uint32_t from) {
    struct overlay_entry entry = {(uint16_t)off, (uint16_t)n, 0, input, from};
    replace(src, page, off, n, &entry, 1);
}

void overlay_put_array(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n, expr array,
                       uint32_t from) {
    assert(expr_is_array(src->pool, array));
    struct overlay_entry entry = {(uint16_t)off, (uint16_t)n, array.id, 1, from};
    replace(src, page, off, n, &entry, 1);
}

uint32_t overlay_array_run(const struct mem_page *page, uint32_t off, struct overlay_entry *entry) {
    const struct overlay *o = page->overlay;
    uint32_t i = o ? first_at(o, off) : 0;
    if (!o || i == o->len || o->entries[i].off > off || !is_array(&o->entries[i])) return 0;
    *entry = o->entries[i];
    return end_of(entry) - off;
}

uint32_t overlay_words(const struct mem_page *page) {
    const struct overlay *o = page->overlay;
    uint32_t bytes = 0;
    for (uint32_t i = 0; o && i < o->len; i++) bytes += is_array(&o->entries[i]) ? 0 : o->entries[i].len;
    return bytes;
}

/* ---- reading ----------------------------------------------------------------------------------- */

/* Makes a symbol of [off, off + n), which lies within one raw entry. */
static void look_at(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n) {
    const struct overlay *o = page->overlay;
    const struct overlay_entry *raw = &o->entries[first_at(o, off)];
    assert(!raw->expr && raw->off <= off && off + n <= end_of(raw));
    expr e = src->symbol(src->owner, raw->input, raw->from + (off - raw->off), n);
    overlay_put(src, page, off, n, e);
}

/* Raw bytes in the range become symbols: one word if all is raw, else bytes. */
static void look_at_range(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n) {
    const struct overlay *o = page->overlay;
    const struct overlay_entry *e = &o->entries[first_at(o, off)];
    if (!e->expr && e->off <= off && off + n <= end_of(e) && n <= 8) {
        look_at(src, page, off, n);
        return;
    }
    for (uint32_t i = off; i < off + n; i++)
        if (overlay_has_raw(page, i, 1)) look_at(src, page, i, 1);
}

static expr concrete_bytes(const struct overlay_source *src, const struct mem_page *page, uint32_t off, uint32_t n) {
    uint64_t words[PAGE_SIZE / 8];
    memset(words, 0, (n + 7) / 8 * 8);
    memcpy(words, page->data + off - page->lo, n);
    return expr_const_wide(src->pool, 8 * n, words);
}

/* n bytes of an array, from byte `at` on. */
static expr array_bytes(struct expr_pool *pool, expr array, uint32_t at, uint32_t n) {
    uint32_t bytes = expr_elem_width(pool, array) / 8;
    expr all = EXPR_NONE;
    for (uint32_t end = at + n; at < end;) {
        uint32_t low = at % bytes, high = end - (at - low) < bytes ? end - (at - low) : bytes;
        expr index = expr_const(pool, expr_index_width(pool, array), at / bytes);
        expr piece = expr_extract(pool, expr_read(pool, array, index), 8 * low, 8 * (high - low));
        all = expr_is(all) ? expr_concat(pool, piece, all) : piece;
        at += high - low;
    }
    return all;
}

/* The bytes [at, at + n) of the page, which lie in entry e. */
static expr entry_bytes(const struct overlay_source *src, const struct overlay_entry *e, uint32_t at, uint32_t n) {
    assert(e->expr && e->off <= at && at + n <= end_of(e));
    if (is_array(e)) return array_bytes(src->pool, (expr){e->expr}, e->from + (at - e->off), n);
    return expr_extract(src->pool, (expr){e->expr}, 8 * (at - e->off), 8 * n);
}

expr overlay_get(const struct overlay_source *src, struct mem_page *page, uint32_t off, uint32_t n) {
    if (!overlay_meets(page, off, n)) return EXPR_NONE;
    if (overlay_has_raw(page, off, n)) look_at_range(src, page, off, n);
    uint32_t i = first_at(page->overlay, off);
    const struct overlay_entry *e = &page->overlay->entries[i];
    if (e->off == off && e->len == n && !is_array(e)) return (expr){e->expr};
    expr all = EXPR_NONE;
    for (uint32_t at = off; at < off + n;) {
        const struct overlay *o = page->overlay;
        e = i < o->len ? &o->entries[i] : NULL;
        uint32_t end = off + n;
        expr piece;
        if (e && e->off <= at) {
            if (end_of(e) < end) end = end_of(e);
            piece = entry_bytes(src, e, at, end - at);
            i++;
        } else {
            if (e && e->off < end) end = e->off;
            piece = concrete_bytes(src, page, at, end - at);
        }
        all = expr_is(all) ? expr_concat(src->pool, piece, all) : piece;
        at = end;
    }
    return all;
}

void overlay_move(const struct overlay_source *src, struct mem_page *to, uint32_t to_off, const struct mem_page *from,
                  uint32_t from_off, uint32_t n) {
    struct overlay_entry *copy = NULL;
    uint32_t count = 0;
    const struct overlay *o = from->overlay;
    if (o) {
        uint32_t first = first_at(o, from_off), last = first;
        while (last < o->len && o->entries[last].off < from_off + n) last++;
        count = last - first;
        copy = mem_alloc((count + !count) * sizeof *copy);
        for (uint32_t i = 0; i < count; i++) {
            const struct overlay_entry *e = &o->entries[first + i];
            uint32_t lo = e->off < from_off ? from_off : e->off;
            uint32_t hi = end_of(e) > from_off + n ? from_off + n : end_of(e);
            copy[i] = part_of(src, e, lo, hi - lo);
            copy[i].off = (uint16_t)(lo - from_off + to_off);
        }
    }
    overlay_clear(src, to, to_off, n);
    for (uint32_t i = 0; i < count; i++) replace(src, to, copy[i].off, copy[i].len, &copy[i], 1);
    mem_free(copy);
}
