#include "engine/loopnotes.h"

#include <assert.h>
#include <string.h>

enum { MOST_FRAMES = 64, MOST_BYTES = 1 << 14 };

void loopnote_release(struct loopnote *t) {
    vec_release(&t->frames);
    vec_release(&t->conds);
}

void loopnote_frames(const struct state *st, frame_functions *out) {
    assert(st->top && !out->len);
    for (const struct frame *f = st->top; f; f = f->caller) vec_push(out, f->fn);
}

/* Each condition is a fact of its own: one that cannot be written does not keep the others back. */
static bool write_cond(struct exec *x, const struct places *places, expr cond, vec_u8 *out) {
    struct fact *f = fact_new();
    vec_push(&f->conds, cond);
    bool ok = fact_write(x->sym->pool, places, f, out);
    fact_release(f);
    return ok;
}

bool loopnote_write(struct exec *x, const struct places *places, const struct loopnote *t, vec_u8 *note) {
    vec_u8 conds = {0};
    uint32_t n = 0;
    assert(t->frames.len && t->frames.data[0]->id == t->function);
    for (uint32_t i = 0; i < t->conds.len && n < LOOPNOTE_MOST_CONDS && conds.len < MOST_BYTES / 2; i++)
        n += write_cond(x, places, t->conds.data[i], &conds);
    bool ok = n && conds.len <= MOST_BYTES && t->frames.len <= MOST_FRAMES;
    if (ok) {
        put_var(note, NOTE_INVARIANT);
        put_var(note, t->function);
        put_var(note, t->header);
        put_var(note, t->frames.len);
        for (uint32_t i = 0; i < t->frames.len; i++) put_var(note, t->frames.data[i]->id);
        put_var(note, n);
        vec_append(note, conds.data, conds.len);
    }
    vec_release(&conds);
    return ok;
}

/* ---- reading ----------------------------------------------------------------------------------------- */

static bool read_frames(const struct program *program, const uint8_t **p, const uint8_t *end, frame_functions *out) {
    uint64_t n, fn;
    if (!get_var(p, end, &n) || !n || n > MOST_FRAMES) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_var(p, end, &fn) || !fn || fn >= program->functions.len || !ir_has_code(program->functions.data[fn]))
            return false;
        vec_push(out, program->functions.data[fn]);
    }
    return true;
}

static bool read_conds(struct exec *x, struct places *places, const uint8_t **p, const uint8_t *end,
                       struct loopnote *t) {
    uint64_t n;
    bool ok = get_var(p, end, &n) && n && n <= LOOPNOTE_MOST_CONDS;
    for (uint64_t i = 0; ok && i < n; i++) {
        struct fact *f = fact_read(x, places, &t->frames, p, end);
        ok = f && f->conds.len == 1 && !f->arcs.len && !f->needs.len && !f->leads.len;
        if (ok) vec_push(&t->conds, f->conds.data[0]);
        fact_release(f);
    }
    return ok;
}

static bool read_head(const struct program *program, const uint8_t **p, const uint8_t *end, struct loopnote *t) {
    uint64_t function, header;
    if (!get_var(p, end, &function) || !get_var(p, end, &header) || !function || function >= program->functions.len)
        return false;
    const struct function *f = program->functions.data[function];
    if (!ir_has_code(f) || header >= f->nblocks) return false;
    t->function = (uint32_t)function;
    t->header = (uint32_t)header;
    return true;
}

enum loopnote_read loopnote_read(struct exec *x, struct places *places, const uint8_t *p, const uint8_t *end,
                                 struct loopnote *t) {
    uint64_t kind;
    memset(t, 0, sizeof *t);
    if (end - p > MOST_BYTES + MOST_FRAMES * 16) return LOOPNOTE_REFUSED;
    if (!get_var(&p, end, &kind)) return LOOPNOTE_REFUSED;
    if (kind == NOTE_COVERED) return LOOPNOTE_OTHER;
    bool ok = kind == NOTE_INVARIANT && read_head(x->p, &p, end, t) && read_frames(x->p, &p, end, &t->frames) &&
              t->frames.data[0]->id == t->function && read_conds(x, places, &p, end, t) && p == end;
    if (!ok) loopnote_release(t);
    assert(!ok || t->conds.len);
    return ok ? LOOPNOTE_READ : LOOPNOTE_REFUSED;
}
