#include "engine/blocknotes.h"

#include <assert.h>

#include "base/mem.h"
#include "base/provoke.h"
#include "base/stats.h"
#include "engine/covered.h"
#include "engine/share.h"
#include "ir/cfg.h"

enum {
    NOTE_BLOCKS = PROVOKED(3000, 2), /* in one note: it has at most five bytes for each */
    MOST_BLOCKS = 25000,             /* in a note that says everything */
    APART_NS = 200000000,
    MOST_REFUSALS = 10, /* that are logged */
};

static bool has(const uint64_t *words, uint32_t bit) { return words[bit / 64] >> (bit % 64) & 1; }

/* ---- the board --------------------------------------------------------------------------------------- */

static bool has_board(const struct blocknotes *h) { return h->hooks->board && h->c->nwords <= h->hooks->words; }

static void put_on_board(struct blocknotes *h, const struct function *f, uint32_t pc) {
    uint32_t bit = h->c->first_code[f->id] + pc;
    if (has_board(h))
        atomic_fetch_or_explicit(&h->hooks->board[bit / 64], UINT64_C(1) << (bit % 64), memory_order_relaxed);
}

static bool is_on_board(const struct blocknotes *h, const struct function *f, uint32_t pc) {
    uint32_t bit = h->c->first_code[f->id] + pc;
    return atomic_load_explicit(&h->hooks->board[bit / 64], memory_order_relaxed) >> (bit % 64) & 1;
}

/* What this worker knew before. Whatever else is there is passed over. */
static void look_at_board(struct blocknotes *h) {
    const struct program *p = h->c->p;
    for (uint32_t i = 1; has_board(h) && i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        for (uint32_t b = 0; ir_has_code(f) && ir_is_users(f) && b < f->nblocks; b++)
            if (covered_is_sought(f, b) && is_on_board(h, f, f->blocks[b].first))
                covered_hear(h->c, f, f->blocks[b].first);
    }
}

void blocknotes_init(struct blocknotes *h, struct covered *c, enum engine engine, const struct blocknotes_hooks *hooks,
                     struct log *log) {
    assert(engine < ENGINE_AUTO && hooks->link->tell && hooks->link->hear);
    *h = (struct blocknotes){.c = c, .engine = engine, .log = log, .hooks = hooks, .next_ns = clock_ns() + APART_NS};
    h->told = mem_zalloc((c->nwords + 1) * sizeof *h->told);
    covered_listen(c);
    look_at_board(h);
}

void blocknotes_release(struct blocknotes *h) { mem_free(h->told); }

/* ---- hearing ----------------------------------------------------------------------------------------- */

static bool are_sought(const struct program *p, const vec_points *blocks) {
    for (uint32_t i = 0; i < blocks->len; i++) {
        const struct function *f = p->functions.data[blocks->data[i].function];
        if (!covered_is_sought(f, cfg_block_at(f, blocks->data[i].pc))) return false;
    }
    return true;
}

static void believe(struct blocknotes *h, const vec_points *blocks) {
    for (uint32_t i = 0; i < blocks->len; i++) {
        const struct function *f = h->c->p->functions.data[blocks->data[i].function];
        h->nheard += covered_hear(h->c, f, blocks->data[i].pc);
        put_on_board(h, f, blocks->data[i].pc);
    }
}

bool blocknotes_take(struct blocknotes *h, const uint8_t *note, const uint8_t *end) {
    uint64_t kind, engine;
    vec_points blocks = {0};
    if (!get_var(&note, end, &kind)) return false;
    if (kind == NOTE_INVARIANT) return true; /* not for us */
    if (kind != NOTE_COVERED || !get_var(&note, end, &engine) || engine >= ENGINE_AUTO) return false;
    if (engine != h->engine) return coverbytes_skip(&note, end) && note == end;
    bool ok =
        coverbytes_read(&note, end, h->c, COVERBYTES_BLOCKS, &blocks) && note == end && are_sought(h->c->p, &blocks);
    if (ok) believe(h, &blocks);
    vec_release(&blocks);
    return ok;
}

static void listen(struct blocknotes *h) {
    vec_u8 note = {0};
    while (h->hooks->link->hear(h->hooks->link->owner, &note)) {
        if (blocknotes_take(h, note.data, note.data + note.len)) continue;
        if (h->refused++ < MOST_REFUSALS) log_warning(h->log, "refused: a malformed note of covered blocks");
    }
    vec_release(&note);
}

/* ---- telling ----------------------------------------------------------------------------------------- */

static void write_note(vec_u8 *note, const struct covered *c, enum engine engine, const struct code_point *blocks,
                       uint32_t n) {
    put_var(note, NOTE_COVERED);
    put_var(note, engine);
    coverbytes_write(note, c, blocks, n);
}

/* Blocks that are sought and covered, not yet sent (told NULL: all) and not heard of. */
static void collect(const struct covered *c, const uint64_t *told, vec_points *out) {
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        for (uint32_t b = 0; ir_has_code(f) && ir_is_users(f) && b < f->nblocks; b++) {
            uint32_t pc = f->blocks[b].first;
            if (!covered_has_block(c, f, pc) || !covered_is_sought(f, b)) continue;
            if (!told || (!has(told, c->first_code[i] + pc) && !covered_is_elsewhere(c, f, pc)))
                vec_push(out, (struct code_point){i, pc});
        }
    }
}

static void tell_some(struct blocknotes *h, const struct code_point *blocks, uint32_t n) {
    vec_u8 note = {0};
    assert(n && n <= NOTE_BLOCKS);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t bit = h->c->first_code[blocks[i].function] + blocks[i].pc;
        h->told[bit / 64] |= UINT64_C(1) << (bit % 64);
    }
    write_note(&note, h->c, h->engine, blocks, n);
    h->ntold += n;
    if (!provoke(4)) h->hooks->link->tell(h->hooks->link->owner, &note);
    vec_release(&note);
}

static void tell(struct blocknotes *h) {
    vec_points blocks = {0};
    assert(h->told_at <= h->c->found);
    if (h->c->found == h->told_at) return;
    collect(h->c, h->told, &blocks);
    for (uint32_t i = 0; i < blocks.len; i += NOTE_BLOCKS)
        tell_some(h, blocks.data + i, blocks.len - i < NOTE_BLOCKS ? blocks.len - i : NOTE_BLOCKS);
    h->told_at = h->c->found;
    vec_release(&blocks);
}

void blocknotes_turn(struct blocknotes *h) {
    listen(h);
    if (h->c->found == h->told_at || clock_ns() < h->next_ns) return;
    tell(h);
    h->next_ns = clock_ns() + APART_NS;
}

void blocknotes_end(struct blocknotes *h) {
    vec_points blocks = {0};
    listen(h);
    tell(h);
    collect(h->c, NULL, &blocks);
    for (uint32_t i = 0; i < blocks.len; i++)
        put_on_board(h, h->c->p->functions.data[blocks.data[i].function], blocks.data[i].pc);
    vec_release(&blocks);
    covered_check(h->c);
    log_debug(h->log, "covered blocks: %llu told, %llu heard, %llu notes refused", (unsigned long long)h->ntold,
              (unsigned long long)h->nheard, (unsigned long long)h->refused);
}

void blocknotes_write(const struct covered *c, enum engine engine, vec_u8 *note) {
    vec_points blocks = {0};
    collect(c, NULL, &blocks);
    write_note(note, c, engine, blocks.data, blocks.len < MOST_BLOCKS ? blocks.len : MOST_BLOCKS);
    vec_release(&blocks);
}
