/* Two states at one place as one: a new boolean says which of the two it is. Nothing is lost, and nothing is assumed
 * about how the two exclude one another. */
#include "certify/walk.h"
#include "ir/cfg.h"

struct joining {
    struct walk *w;
    struct walk_state *a, *b;
    term first; /* it is a */
};

static bool same_place(const struct walk *w, const struct walk_state *a, const struct walk_state *b) {
    if (a->frames.len != b->frames.len || a->cuts.len != b->cuts.len || a->arriving != b->arriving || a->pins || b->pins) return false;
    for (uint32_t i = 0; i < a->frames.len; i++)
        if (a->frames.data[i].fn != b->frames.data[i].fn || a->frames.data[i].pc != b->frames.data[i].pc) return false;
    for (uint32_t i = 0; i < a->cuts.len; i++)
        if (a->cuts.data[i] != b->cuts.data[i]) return false;
    /* Who comes round again and who enters are not alike. */
    const struct walk_frame *f = &vec_last(&a->frames), *g = &vec_last(&b->frames);
    const struct loops *loops = w->flows[f->fn->id].loops;
    uint32_t block = cfg_block_at(f->fn, f->pc), l = loops->innermost[block];
    if (!l || loops->loops[l].header != block || !a->arriving) return true;
    return (f->from != UINT32_MAX && loops_contains(loops, l, f->from)) == (g->from != UINT32_MAX && loops_contains(loops, l, g->from));
}

static bool same_objects(const struct walk_state *a, const struct walk_state *b) {
    if (a->objects.len != b->objects.len || a->blocks != b->blocks) return false;
    for (uint32_t i = 0; i < a->objects.len; i++) {
        const struct held_object *x = a->objects.data[i], *y = b->objects.data[i];
        bool same = x->base == y->base && x->size == y->size && x->live == y->live && x->kind == y->kind && x->number == y->number && x->fn == y->fn;
        bool base = x->array.id == y->array.id && x->bytes == y->bytes;
        if (!same || (!base && (!x->live || x->size > 1 << 12))) {
            if (same && !x->live) continue; /* nobody may look */
            return false;
        }
    }
    return true;
}

static term join(const struct joining *j, term a, term b) {
    return a.id && b.id ? term_ite(&j->w->t, j->first, a, b) : (term){0};
}

static void join_words(const struct joining *j, struct held_object *to, const struct held_object *from, const struct held_object *words) {
    struct terms *t = &j->w->t;
    VEC(struct held_word) list = {0};
    for (uint32_t i = 0; i < words->words.len; i++) vec_push(&list, words->words.data[i]);
    for (uint32_t i = 0; i < list.len; i++) {
        uint64_t off = list.data[i].off;
        uint32_t n = list.data[i].size;
        held_write(t, to, off, n, join(j, held_read(t, to, off, n), held_read(t, from, off, n)));
    }
    vec_release(&list);
}

/* Words of `to` first; then what only `from` has written, where `to` still has its base. */
static void join_object(const struct joining *j, uint32_t i) {
    const struct held_object *from = j->b->objects.data[i];
    if (j->a->objects.data[i] == from || !from->live) return;
    struct held_object *to = held_own(j->a, i);
    struct terms *t = &j->w->t;
    if (to->array.id == from->array.id && to->bytes == from->bytes) {
        struct held_object before = *to;
        before.words.data = NULL, before.words.len = before.words.cap = 0;
        for (uint32_t k = 0; k < to->words.len; k++) vec_push(&before.words, to->words.data[k]);
        join_words(j, to, from, &before);
        for (uint32_t k = 0; k < from->words.len; k++) {
            const struct held_word *w = &from->words.data[k];
            held_write(t, to, w->off, w->size, join(j, held_read(t, &before, w->off, w->size), w->value));
        }
        vec_release(&before.words);
        return;
    }
    term a = held_array(t, to), b = held_array(t, from);
    vec_clear(&to->words);
    to->bytes = NULL;
    to->array = join(j, a, b);
}

static void join_frames(const struct joining *j) {
    for (uint32_t d = 0; d < j->a->frames.len; d++) {
        struct walk_frame *f = &j->a->frames.data[d];
        for (uint32_t i = 0; i < f->nregs; i++)
            if (f->regs[i].id != j->b->frames.data[d].regs[i].id) f->regs[i] = join(j, f->regs[i], j->b->frames.data[d].regs[i]);
    }
}

static term all_from(struct walk *w, const term_list *list, uint32_t i) {
    term c = term_bool(&w->t, true);
    for (; i < list->len; i++) c = term_binary(&w->t, TERM_AND, c, list->data[i]);
    return c;
}

static void join_conditions(const struct joining *j) {
    term_list *a = &j->a->pc;
    uint32_t same = 0;
    while (same < a->len && same < j->b->pc.len && a->data[same].id == j->b->pc.data[same].id) same++;
    term either = term_ite(&j->w->t, j->first, all_from(j->w, a, same), all_from(j->w, &j->b->pc, same));
    a->len = same;
    walk_assume(j->w, j->a, either);
}

bool walk_merge(struct walk *w, struct walk_state *a, struct walk_state *b) {
    if (!same_place(w, a, b) || !same_objects(a, b)) return false;
    struct joining j = {w, a, b, term_sym(&w->t, 0)};
    join_frames(&j);
    for (uint32_t i = 0; i < a->objects.len; i++) join_object(&j, i);
    join_conditions(&j);
    if (b->next_address > a->next_address) a->next_address = b->next_address;
    walk_state_free(b);
    return true;
}
