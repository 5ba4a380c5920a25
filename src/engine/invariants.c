#include "engine/invariants.h"

#include <string.h>

#include "base/str.h"
#include "ir/cfg.h"

enum { MOST_FACTS = 64, MOST_TEXT = 4000 };

void invariants_init(struct invariants *inv) {
    *inv = (struct invariants){0};
    map_init(&inv->by_point);
}

void invariants_release(struct invariants *inv) {
    for (uint32_t i = 0; i < inv->heads.len; i++) {
        struct loop_head *h = &inv->heads.data[i];
        for (uint32_t k = 0; k < h->facts.len; k++) mem_free(h->facts.data[k]);
        vec_release(&h->facts);
        vec_release(&h->vars);
    }
    vec_release(&inv->heads);
    map_release(&inv->by_point);
}

void invariants_restart(struct invariants *inv) {
    for (uint32_t i = 0; inv && i < inv->heads.len; i++) inv->heads.data[i].unknown = false;
}

/* clang calls the block with the condition of a loop so; that of `do` is not its head. */
static bool is_head(const char *name) {
    return name && !str_starts(name, "for.cond.cleanup") && (str_starts(name, "while.cond") || str_starts(name, "for.cond"));
}

static const struct function *function_of(const struct program *p, const struct insn *point) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (ir_has_code(f) && !f->runtime && point >= f->code && point < f->code + f->ncode) return f;
    }
    return NULL;
}

/* Does the point stand in front of a loop's head? Its function, or NULL. */
static const struct function *head_function(const struct program *p, const struct insn *point) {
    const struct function *f = function_of(p, point);
    if (!f) return NULL;
    const struct ir_block *block = &f->blocks[cfg_block_at(f, (uint32_t)(point - f->code))];
    return block->nsuccs == 1 && is_head(f->blocks[block->succs[0]].name) ? f : NULL;
}

/* The head behind a point; NULL if it is none. */
static struct loop_head *head_at(struct invariants *inv, const struct program *p, const struct insn *point) {
    uint64_t *known = map_find(&inv->by_point, (uint64_t)(uintptr_t)point);
    if (known) return *known ? &inv->heads.data[*known - 1] : NULL;
    const struct function *f = head_function(p, point);
    if (f) vec_push(&inv->heads, (struct loop_head){.fn = f, .point = point});
    map_put(&inv->by_point, (uint64_t)(uintptr_t)point, f ? inv->heads.len : 0);
    return f ? &vec_last(&inv->heads) : NULL;
}

/* Is each condition (a line) of `weak` one of `strong`, too? */
static bool follows(const char *weak, const char *strong) {
    for (const char *at = weak; *at; at = strchr(at, '\n') + 1) {
        size_t len = (size_t)(strchr(at, '\n') + 1 - at);
        const char *found = strong;
        while (*found && strncmp(found, at, len) != 0) found = strchr(found, '\n') + 1;
        if (!*found) return false;
    }
    return true;
}

/* Facts that follow from another one are enough without it. */
static void add_fact(struct loop_head *h, struct str *text) {
    for (uint32_t i = 0; i < h->facts.len; i++)
        if (follows(h->facts.data[i], str_text(text))) return;
    for (uint32_t i = h->facts.len; i-- > 0;) {
        if (!follows(str_text(text), h->facts.data[i])) continue;
        mem_free(h->facts.data[i]);
        h->facts.data[i] = vec_last(&h->facts);
        h->facts.len--;
    }
    if (h->facts.len == MOST_FACTS) h->nothing = true;
    else vec_push(&h->facts, mem_strdup(str_text(text)));
}

void invariants_note(struct invariants *inv, struct exec *x, const struct places *places, const struct insn *point,
                     struct state *st, const struct fact *f) {
    struct loop_head *h = inv && point ? head_at(inv, x->p, point) : NULL;
    if (!h || h->nothing) return;
    if (!f || !st) {
        h->unknown = true;
        return;
    }
    struct str text = {0};
    cspell_fact(x, places, st, f, &h->vars, &text);
    if (text.len) add_fact(h, &text);
    else h->nothing = true;
    if (!h->nothing && !fact_holds(x, places, f, st)) h->unknown = true;
    str_release(&text);
}

/* The lines of a fact with && between them. */
static void add_conditions(const char *fact, bool enclose, struct str *out) {
    if (enclose) str_add_char(out, '(');
    for (const char *at = fact; *at;) {
        size_t len = strcspn(at, "\n");
        str_addf(out, "%s%.*s", at > fact ? " && " : "", (int)len, at);
        at += len + 1;
    }
    if (enclose) str_add_char(out, ')');
}

bool invariant_text(const struct loop_head *head, struct str *out) {
    if (head->unknown || head->nothing || !head->facts.len) return false;
    bool several = head->facts.len > 1;
    size_t start = out->len;
    for (uint32_t i = 0; i < head->facts.len; i++) {
        if (i) str_add(out, " || ");
        add_conditions(head->facts.data[i], several, out);
    }
    return out->len - start <= MOST_TEXT;
}
