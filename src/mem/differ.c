#include "mem/differ.h"

#include <assert.h>
#include <string.h>

enum {
    WORD = 4,         /* bytes that are not symbolic are compared in words of this size */
    MOST_WORDS = 4096 /* more than that differ too much */
};

/* ---- contents of pages ------------------------------------------------------------------------- */

/* The symbolic entry that covers page offset off; NULL if there is none. */
static const struct overlay_entry *entry_at(const struct mem_page *page, uint32_t off) {
    const struct overlay *o = page->overlay;
    if (!o) return NULL;
    uint32_t lo = 0, hi = o->len;
    while (lo < hi) {
        uint32_t mid = (lo + hi) / 2;
        if ((uint32_t)o->entries[mid].off + o->entries[mid].len <= off) lo = mid + 1;
        else hi = mid;
    }
    return lo < o->len && o->entries[lo].off <= off ? &o->entries[lo] : NULL;
}

static bool same_entry(const struct overlay_entry *a, const struct overlay_entry *b) {
    if (a->expr != b->expr || a->input != b->input) return false;
    if (!a->expr || a->input) return a->from - a->off == b->from - b->off; /* of an input, of an array */
    return a->off == b->off && a->len == b->len;
}

static bool same_byte(const struct mem_page *a, const struct mem_page *b, uint32_t off) {
    bool init = page_initialised(a, off, 1);
    if (init != page_initialised(b, off, 1)) return false;
    if (!init) return true;
    const struct overlay_entry *ea = entry_at(a, off), *eb = entry_at(b, off);
    if (ea && eb) return same_entry(ea, eb);
    return !ea && !eb && a->data[off - a->lo] == b->data[off - b->lo];
}

/* Where the word that begins at off ends: entries of either page that are words
 * themselves are not cut. */
static uint32_t word_end(const struct mem_page *a, const struct mem_page *b, uint32_t off) {
    uint32_t end = (off / WORD + 1) * WORD;
    if (end > a->hi) end = a->hi;
    for (uint32_t i = off; i < end; i++)
        for (int k = 0; k < 2; k++) {
            const struct overlay_entry *e = entry_at(k ? b : a, i);
            if (e && e->expr && !e->input && (uint32_t)e->off + e->len > end) end = (uint32_t)e->off + e->len;
        }
    return end;
}

/* Where the bytes of one array, or of one input, that both pages have at off end; off: they have not. */
static uint32_t same_run_end(const struct mem_page *a, const struct mem_page *b, uint32_t off) {
    const struct overlay_entry *ea = entry_at(a, off), *eb = entry_at(b, off);
    bool runs = ea && eb && (!ea->expr || ea->input) && same_entry(ea, eb);
    if (!runs || !page_initialised(a, off, 1) || !page_initialised(b, off, 1)) return off;
    uint32_t end_a = (uint32_t)ea->off + ea->len, end_b = (uint32_t)eb->off + eb->len;
    return end_a < end_b ? end_a : end_b;
}

static bool plain(const struct mem_page *page) { return !page->overlay && !page->init; }

static void compare_pages(struct space_difference *d, const struct mem_page *a, const struct mem_page *b,
                          uint64_t start) {
    assert(a->lo == b->lo && a->hi == b->hi);
    bool quick = plain(a) && plain(b);
    for (uint32_t off = a->lo; off < a->hi && !d->impossible;) {
        if (quick && off + WORD <= a->hi && memcmp(a->data + off - a->lo, b->data + off - b->lo, WORD) == 0) {
            off += WORD - off % WORD;
            continue;
        }
        uint32_t run = quick ? off : same_run_end(a, b, off) / WORD * WORD;
        if (run > off) {
            off = run;
            continue;
        }
        uint32_t end = word_end(a, b, off), i = off;
        while (i < end && same_byte(a, b, i)) i++;
        if (i < end) vec_push(&d->words, (struct mem_word){start + off, end - off});
        if (d->words.len > MOST_WORDS) d->impossible = true;
        off = end;
    }
}

/* Is not the same initialised in both? */
static bool init_differs(const struct mem_page *a, const struct mem_page *b) {
    if (!a->init && !b->init) return false;
    for (uint32_t off = a->lo; off < a->hi; off++)
        if (page_initialised(a, off, 1) != page_initialised(b, off, 1)) return true;
    return false;
}

/* ---- objects --------------------------------------------------------------------------------------- */

static bool same_header(const struct mem_object *a, const struct mem_object *b) {
    return a->base == b->base && a->size == b->size && a->generation == b->generation && a->kind == b->kind &&
           a->is_private == b->is_private && a->readonly == b->readonly && a->tracked == b->tracked &&
           a->fill == b->fill && a->site == b->site && a->given == b->given && a->instance == b->instance &&
           a->size_sym == b->size_sym && a->place == b->place && (a->uninit_input == b->uninit_input || a->npages == 1);
}

static bool has_array(const struct mem_object *obj) {
    for (uint32_t i = 0; i < obj->npages; i++) {
        const struct overlay *o = obj->pages[i] ? obj->pages[i]->overlay : NULL;
        for (uint32_t k = 0; o && k < o->len; k++)
            if (o->entries[k].expr && o->entries[k].input) return true;
    }
    return false;
}

/* Words of an object that is an array are not listed one by one, if the caller wants the whole. */
static void settle_array(struct space_difference *d, const struct mem_object *a, const struct mem_object *b,
                         uint32_t words) {
    bool too_many = d->words.len > MOST_WORDS, differ = d->words.len > words;
    if (!d->whole || !differ || (d->impossible && !too_many) || (!has_array(a) && !has_array(b))) return;
    d->impossible = false;
    d->words.len = words;
    vec_push(&d->arrays, a->base);
}

static void compare_contents(struct space_difference *d, struct mem_object *a, struct mem_object *b) {
    uint32_t words = d->words.len;
    uint64_t start = a->base >> PAGE_BITS << PAGE_BITS;
    bool whole = d->whole && (has_array(a) || has_array(b)); /* that it differs is enough */
    for (uint32_t i = 0; i < a->npages && !d->impossible; i++, start += PAGE_SIZE) {
        if (a->pages[i] == b->pages[i]) continue;
        const struct mem_page *pa = object_page(a, i), *pb = object_page(b, i);
        if (!init_differs(pa, pb)) {
            if (!whole || d->words.len == words) compare_pages(d, pa, pb, start);
        } else if (d->strict) {
            d->impossible = true;
        } else {
            vec_push(&d->pages, start + pa->lo);
        }
    }
    settle_array(d, a, b, words);
}

/* Is the object a variable of a frame that is there? One that is not live has its address
 * already, and may be made live again there. */
static bool is_allocated(const struct space_difference *d, const struct mem_object *obj) {
    return obj && obj->number & STACK_OBJECT && (obj->number & ~STACK_OBJECT) < d->stack_depth;
}

static void compare_pair(void *data, struct mem_object *a, struct mem_object *b) {
    struct space_difference *d = data;
    if (d->impossible) return;
    bool la = a && a->live, lb = b && b->live;
    if (la != lb || (la && !same_header(a, b)) || (!la && is_allocated(d, a) && a->base != b->base)) {
        d->impossible = true;
    } else if (la && a->place) {
        if (a->array != b->array) vec_push(&d->vasts, a->base);
    } else if (la) {
        compare_contents(d, a, b);
    } else if (b && (!a || space_next_generation(d->in, b) > space_next_generation(d->in, a))) {
        vec_push(&d->take, b->number);
    }
}

void space_compare(const struct space *a, const struct space *b, struct space_difference *d) {
    d->in = a;
    d->stack_depth = a->stack_depth;
    d->moved = b->next_number != a->next_number || b->generation != a->generation;
    d->impossible =
        a->stack_depth != b->stack_depth || a->stack_bytes != b->stack_bytes || a->reuse_from || b->reuse_from;
    if (!d->impossible) radix_each_pair(&a->objects, &b->objects, compare_pair, d);
    if (!d->impossible) radix_each_pair(&a->stack, &b->stack, compare_pair, d);
    d->moved |= d->take.len > 0;
}

void space_difference_release(struct space_difference *d) {
    vec_release(&d->words);
    vec_release(&d->arrays);
    vec_release(&d->vasts);
    vec_release(&d->pages);
    vec_release(&d->take);
}

/* ---- the rest ---------------------------------------------------------------------------------------- */

static void add_freed(struct space *s, uint32_t number) {
    for (uint32_t i = 0; i < s->freed.len; i++)
        if (s->freed.data[i] == number) return;
    vec_push(&s->freed, number);
}

void space_take_dead(struct space *a, const struct space *b, const struct space_difference *d) {
    for (uint32_t i = 0; i < d->take.len; i++) {
        uint32_t number = d->take.data[i];
        bool stack = number & STACK_OBJECT;
        struct mem_object *obj = radix_get(stack ? &b->stack : &b->objects, number & ~STACK_OBJECT);
        radix_put(stack ? &a->stack : &a->objects, number & ~STACK_OBJECT, object_retain(obj));
    }
    if (b->next_number > a->next_number) a->next_number = b->next_number;
    if (b->generation > a->generation) a->generation = b->generation;
    uint32_t same = 0;
    while (same < b->freed.len && same < a->freed.len && a->freed.data[same] == b->freed.data[same]) same++;
    for (uint32_t i = same; i < b->freed.len; i++) add_freed(a, b->freed.data[i]);
}
