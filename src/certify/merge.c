/* Two states at one place as one: a new boolean says which of the two it is. Nothing is lost, and nothing is assumed
 * about how the two exclude one another. */
#include "certify/cut.h"
#include "certify/walk.h"

struct joining {
    struct walk *w;
    struct walk_state *a, *b;
    term first; /* it is a */
};

static bool same_place(const struct walk *w, const struct walk_state *a, const struct walk_state *b) {
    if (a->frames.len != b->frames.len || a->cuts.len != b->cuts.len || a->arriving != b->arriving || a->pins ||
        b->pins)
        return false;
    for (uint32_t i = 0; i < a->frames.len; i++)
        if (a->frames.data[i].fn != b->frames.data[i].fn || a->frames.data[i].pc != b->frames.data[i].pc) return false;
    for (uint32_t i = 0; i < a->cuts.len; i++)
        if (a->cuts.data[i] != b->cuts.data[i]) return false;
    return !a->arriving ||
           walk_comes_round(w, a) == walk_comes_round(w, b); /* coming round again is not the same as entering */
}

static bool same_objects(const struct walk_state *a, const struct walk_state *b) {
    if (a->objects.len != b->objects.len || a->blocks != b->blocks) return false;
    for (uint32_t i = 0; i < a->objects.len; i++) {
        const struct held_object *x = a->objects.data[i], *y = b->objects.data[i];
        bool same = x->base == y->base && x->size == y->size && x->live == y->live && x->kind == y->kind &&
                    x->number == y->number && x->fn == y->fn;
        bool base = x->array.id == y->array.id && x->bytes == y->bytes;
        bool may_differ = !x->live /* no access is allowed */ || x->size <= 1 << 12;
        if (!same || (!base && !may_differ)) return false;
    }
    return true;
}

static term join(const struct joining *j, term a, term b) {
    return a.id && b.id ? term_ite(&j->w->t, j->first, a, b) : (term){0};
}

/* Where one of the two has these words. */
static void join_words(const struct joining *j, struct held_object *to, const struct held_object *a,
                       const struct held_object *b, const struct held_object *words) {
    struct terms *t = &j->w->t;
    for (uint32_t i = 0; i < words->words.len; i++) {
        const struct held_word *w = &words->words.data[i];
        held_write(t, to, w->off, w->size, join(j, held_read(t, a, w->off, w->size), held_read(t, b, w->off, w->size)));
    }
}

static void join_object(const struct joining *j, uint32_t i) {
    struct held_object *a = j->a->objects.data[i], *b = j->b->objects.data[i];
    if (a == b || !b->live) return;
    a->refs++; /* stays as it is meanwhile */
    struct held_object *to = held_own(j->a, i);
    if (a->array.id == b->array.id && a->bytes == b->bytes) {
        join_words(j, to, a, b, a);
        join_words(j, to, a, b, b);
    } else held_become(to, join(j, held_array(&j->w->t, a), held_array(&j->w->t, b)));
    held_release(a);
}

static void join_frames(const struct joining *j) {
    for (uint32_t d = 0; d < j->a->frames.len; d++) {
        term_list *a = &j->a->frames.data[d].regs, *b = &j->b->frames.data[d].regs;
        for (uint32_t i = 0; i < a->len; i++)
            if (a->data[i].id != b->data[i].id) a->data[i] = join(j, a->data[i], b->data[i]);
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
