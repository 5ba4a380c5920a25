/* --check=leak: heap blocks that nothing points to when the program ends.
 *
 * Roots are globals, live stack objects and the registers of frames; any aligned
 * word that is an address inside a block keeps it. Symbolic words count with their
 * value under the state's model. A register may be one that is not used any more, and
 * a symbolic word may have other values: a block that only these keep is a gap.
 */
#include <string.h>

#include "exec/sym.h"

struct search {
    struct exec *x;
    struct bitset reached; /* object numbers */
    vec_u32 todo;
    const struct mem_object *lost; /* the first block found that is not reached */
    bool guessed; /* a symbolic word keeps a block */
};

static bool reach(struct search *s, uint64_t addr) {
    const struct mem_object *obj = space_find(&s->x->now->space, addr);
    if (!obj || obj->kind != OBJECT_HEAP || !obj->live || addr < obj->base ||
        addr > obj->base + obj->size)
        return false;
    if (bitset_add(&s->reached, obj->number)) vec_push(&s->todo, obj->number);
    return true;
}

static void reach_symbolic(struct search *s, uint32_t e) {
    if (reach(s, sym_sample(s->x, (expr){e}))) s->guessed = true;
}

static void scan_page(struct search *s, const struct mem_page *page) {
    uint32_t word = s->x->p->ptr_bytes;
    uint32_t first = (page->lo + word - 1) / word * word;
    for (uint32_t off = first; off + word <= page->hi; off += word) {
        uint64_t value = 0;
        memcpy(&value, page->data + off - page->lo, word);
        if (value) reach(s, value);
    }
    const struct overlay *symbolic = page->overlay;
    for (uint32_t i = 0; symbolic && i < symbolic->len; i++)
        if (symbolic->entries[i].expr && symbolic->entries[i].len == word)
            reach_symbolic(s, symbolic->entries[i].expr);
}

static void scan_object(struct search *s, const struct mem_object *obj) {
    for (uint32_t i = 0; i < obj->npages; i++)
        if (obj->pages[i]) scan_page(s, obj->pages[i]);
}

static void scan_root(void *data, struct mem_object *obj) {
    if (obj->live && obj->kind != OBJECT_HEAP) scan_object(data, obj);
}

static void scan_frames(struct search *s) {
    for (const struct frame *f = s->x->now->top; f; f = f->caller)
        for (uint32_t i = f->fn->nconsts; i < f->fn->nslots; i++) {
            if (frame_sym(f, i))
                reach_symbolic(s, frame_sym(f, i));
            else
                reach(s, f->regs[i]);
        }
}

static void find_lost(void *data, struct mem_object *obj) {
    struct search *s = data;
    if (!s->lost && !bitset_has(&s->reached, obj->number)) s->lost = obj;
}

/* The function with code at a position, for the report. */
static const char *function_at(const struct program *p, uint32_t pos) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        for (uint32_t k = 0; k < p->functions.data[i]->ncode; k++)
            if (p->functions.data[i]->code[k].pos == pos) return p->functions.data[i]->name;
    return "?";
}

static void report_lost(struct exec *x, const struct mem_object *obj) {
    x->stop = STOP_NONE;
    exec_error(x, BUG_LEAK, "%llu-byte heap block allocated at %s is never freed, and nothing points to it any more",
               (unsigned long long)obj->size, program_where(x->p, obj->made_pos));
    vec_clear(&x->bug.stack);
    vec_push(&x->bug.stack, (struct bug_frame){function_at(x->p, obj->made_pos), obj->made_pos});
    x->bug.pos = obj->made_pos;
}

/* What the blocks reached so far point to, and then the first lost one. */
static void follow(struct search *s) {
    while (s->todo.len) scan_object(s, radix_get(&s->x->now->space.objects, vec_pop(&s->todo)));
    s->lost = NULL;
    space_each_heap(&s->x->now->space, find_lost, s);
}

void exec_check_leaks(struct exec *x) {
    struct search s = {.x = x};
    bitset_init(&s.reached);
    radix_each(&x->now->space.objects, scan_root, &s);
    radix_each(&x->now->space.stack, scan_root, &s);
    follow(&s);
    bool in_doubt = s.lost || s.guessed;
    if (s.lost) {
        scan_frames(&s);
        follow(&s);
    }
    if (s.lost)
        report_lost(x, s.lost);
    else if (in_doubt && x->sym)
        sym_gap(x, GAP_LEAK, NULL);
    bitset_release(&s.reached);
    vec_release(&s.todo);
}
