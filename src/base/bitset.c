#include "base/bitset.h"

#include <string.h>

#include "base/mem.h"

void bitset_init(struct bitset *set) { memset(set, 0, sizeof *set); }

void bitset_release(struct bitset *set) {
    mem_free(set->words);
    bitset_init(set);
}

void bitset_clear(struct bitset *set) {
    if (set->len) memset(set->words, 0, set->len * sizeof *set->words);
}

static void make_room(struct bitset *set, uint32_t words) {
    if (words <= set->len) return;
    uint32_t len = words > set->len * 2 ? words : set->len * 2;
    set->words = mem_realloc(set->words, len * sizeof *set->words);
    memset(set->words + set->len, 0, (len - set->len) * sizeof *set->words);
    set->len = len;
}

bool bitset_add(struct bitset *set, uint32_t i) {
    make_room(set, i / 64 + 1);
    uint64_t bit = UINT64_C(1) << (i % 64);
    bool fresh = !(set->words[i / 64] & bit);
    set->words[i / 64] |= bit;
    return fresh;
}

void bitset_remove(struct bitset *set, uint32_t i) {
    if (i / 64 < set->len) set->words[i / 64] &= ~(UINT64_C(1) << (i % 64));
}

bool bitset_union(struct bitset *to, const struct bitset *from) {
    uint64_t changed = 0;
    make_room(to, from->len);
    for (uint32_t w = 0; w < from->len; w++) {
        changed |= from->words[w] & ~to->words[w];
        to->words[w] |= from->words[w];
    }
    return changed != 0;
}

void bitset_copy(struct bitset *to, const struct bitset *from) {
    bitset_clear(to);
    bitset_union(to, from);
}

uint32_t bitset_count(const struct bitset *set) {
    uint32_t n = 0;
    for (uint32_t w = 0; w < set->len; w++) n += (uint32_t)__builtin_popcountll(set->words[w]);
    return n;
}

bool bitset_equal(const struct bitset *a, const struct bitset *b) {
    uint32_t len = a->len > b->len ? a->len : b->len;
    for (uint32_t w = 0; w < len; w++)
        if ((w < a->len ? a->words[w] : 0) != (w < b->len ? b->words[w] : 0)) return false;
    return true;
}

int64_t bitset_next(const struct bitset *set, uint32_t from) {
    for (uint32_t w = from / 64; w < set->len; w++) {
        uint64_t word = set->words[w];
        if (w == from / 64) word &= ~UINT64_C(0) << (from % 64);
        if (word) return (int64_t)w * 64 + __builtin_ctzll(word);
    }
    return -1;
}
