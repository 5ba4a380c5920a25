/* Gaps as bytes, for other processes that have the same program. */
#include <string.h>

#include "base/bytes.h"
#include "exec/sym/sym.h"

enum { MOST_TEXT = 4096 };

void sym_gaps_write(vec_u8 *out, const struct symbolic *sy) {
    put_var(out, sy->gaps.seen);
    put_var(out, sy->gaps.met);
    for (uint32_t g = 0; g < GAPS; g++) {
        if (!(sy->gaps.seen & 1u << g)) continue;
        put_text(out, sy->gaps.where[g] ? sy->gaps.where[g] : "");
        put_text(out, sy->gaps.function[g] ? sy->gaps.function[g] : "");
        put_text(out, sy->gaps.what[g] ? sy->gaps.what[g] : "");
    }
}

/* The text, which lives as long as the run; NULL: none. */
static char *keep(struct symbolic *sy, const char *text) { return text && *text ? arena_strdup(&sy->arena, text) : NULL; }

static void add_gap(struct symbolic *sy, uint32_t g, const char *where, const char *function, const char *what) {
    if (sy->gaps.seen & 1u << g) return;
    sy->gaps.seen |= 1u << g;
    const char *kept = keep(sy, where);
    sy->gaps.where[g] = kept ? kept : "";
    sy->gaps.function[g] = keep(sy, function);
    sy->gaps.what[g] = keep(sy, what);
}

static bool get_gap(struct symbolic *sy, uint32_t g, const uint8_t **p, const uint8_t *end) {
    char *where = get_text(p, end, MOST_TEXT), *function = where ? get_text(p, end, MOST_TEXT) : NULL;
    char *what = function ? get_text(p, end, MOST_TEXT) : NULL;
    if (what) add_gap(sy, g, where, function, what);
    bool ok = what != NULL;
    mem_free(where);
    mem_free(function);
    mem_free(what);
    return ok;
}

bool sym_gaps_read(const uint8_t **p, const uint8_t *end, struct symbolic *sy) {
    uint64_t gaps, met;
    if (!get_var(p, end, &gaps) || !get_var(p, end, &met) || gaps >> GAPS || met >> GAPS) return false;
    for (uint32_t g = 0; g < GAPS; g++)
        if (gaps & 1u << g && !get_gap(sy, g, p, end)) return false;
    sy->gaps.met |= (uint32_t)met;
    return true;
}
