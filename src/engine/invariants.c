#include "engine/invariants.h"

#include <assert.h>
#include <string.h>

#include "base/str.h"
#include "ir/cfg.h"
#include "ir/points.h"

enum { MOST_FACTS = 128, MOST_FOR_CHECKERS = 2000, MOST_TEXT = 20000 };

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
    for (uint32_t i = 0; i < inv->calls.len; i++) {
        mem_free(inv->calls.data[i].before);
        mem_free(inv->calls.data[i].after);
    }
    vec_release(&inv->calls);
    vec_release(&inv->heads);
    map_release(&inv->by_point);
}

void invariants_restart(struct invariants *inv) {
    for (uint32_t i = 0; inv && i < inv->heads.len; i++) inv->heads.data[i].unknown = false;
}

/* clang calls the block with the condition of a loop so; that of `do` is not its head. */
static bool is_head(const char *name) {
    return name && !str_starts(name, "for.cond.cleanup") &&
           (str_starts(name, "while.cond") || str_starts(name, "for.cond"));
}

static const struct function *function_of(const struct program *p, const struct insn *point) {
    for (uint32_t i = 1; i < p->functions.len; i++) {
        const struct function *f = p->functions.data[i];
        if (ir_has_code(f) && !f->runtime && point >= f->code && point < f->code + f->ncode) return f;
    }
    return NULL;
}

/* Does the point stand in front of a loop's head? Its function, or NULL. */
static const struct function *head_function(const struct invariants *inv, const struct program *p,
                                            const struct insn *point) {
    const struct function *f = function_of(p, point);
    if (!f) return NULL;
    if (inv->all_heads) return point->op == IR_POINT && point->aux == POINT_HEAD ? f : NULL;
    const struct ir_block *block = &f->blocks[cfg_block_at(f, (uint32_t)(point - f->code))];
    return block->nsuccs == 1 && is_head(f->blocks[block->succs[0]].name) ? f : NULL;
}

/* The head behind a point; NULL if it is none. */
static struct loop_head *head_at(struct invariants *inv, const struct program *p, const struct insn *point) {
    uint64_t *known = map_find(&inv->by_point, (uint64_t)(uintptr_t)point);
    if (known) return *known ? &inv->heads.data[*known - 1] : NULL;
    const struct function *f = head_function(inv, p, point);
    if (f) vec_push(&inv->heads, (struct loop_head){.fn = f, .point = point});
    map_put(&inv->by_point, (uint64_t)(uintptr_t)point, f ? inv->heads.len : 0);
    return f ? &vec_last(&inv->heads) : NULL;
}

static const char *next_line(const char *line) { return strchr(line, '\n') + 1; }

static bool has_line(const char *fact, const char *line) {
    size_t len = (size_t)(next_line(line) - line);
    for (; *fact; fact = next_line(fact))
        if (strncmp(fact, line, len) == 0) return true;
    return false;
}

/* How many conditions (lines) of a are none of b; *which: the last of them. */
static uint32_t count_others(const char *a, const char *b, const char **which) {
    uint32_t n = 0;
    for (const char *at = a; *at; at = next_line(at))
        if (!has_line(b, at)) {
            n++;
            *which = at;
        }
    return n;
}

/* Is each condition of `weak` one of `strong`, too? */
static bool follows(const char *weak, const char *strong) {
    const char *which;
    return count_others(weak, strong, &which) == 0;
}

/* Facts that follow from another one are enough without it. */
static void add_fact(struct loop_head *h, struct str *text, uint32_t most) {
    for (uint32_t i = 0; i < h->facts.len; i++)
        if (follows(h->facts.data[i], str_text(text))) return;
    for (uint32_t i = h->facts.len; i-- > 0;) {
        if (!follows(str_text(text), h->facts.data[i])) continue;
        mem_free(h->facts.data[i]);
        h->facts.data[i] = vec_last(&h->facts);
        h->facts.len--;
    }
    if (h->facts.len >= most) h->nothing = true;
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
    cspell_fact(x, places, st, f, &h->vars, inv->all_heads, &text);
    if (text.len) add_fact(h, &text, inv->all_heads ? MOST_FOR_CHECKERS : MOST_FACTS);
    else h->nothing = true;
    if (!h->nothing && !fact_holds(x, places, f, st)) h->unknown = true;
    str_release(&text);
}

void invariants_note_call(struct invariants *inv, struct call_summary summary) {
    assert(inv && summary.fn && summary.before && summary.after);
    vec_push(&inv->calls, summary);
}

/* ---- as one condition --------------------------------------------------------------------------------- */

/* R && A or R && B is R && (A || B): facts that differ in one condition become one, which is
 * returned; NULL if they differ in more. Such a line has no brackets around it yet. */
static char *merged(const char *a, const char *b) {
    const char *in_a = NULL, *in_b = NULL;
    if (count_others(a, b, &in_a) != 1 || count_others(b, a, &in_b) != 1) return NULL;
    struct str text = {0};
    for (const char *at = a; *at; at = next_line(at)) {
        size_t len = (size_t)(next_line(at) - at);
        if (at == in_a) str_addf(&text, "%.*s || %.*s", (int)len - 1, at, (int)(next_line(in_b) - in_b), in_b);
        else str_addf(&text, "%.*s", (int)len, at);
    }
    return str_take(&text);
}

typedef VEC(char *) texts;

static bool merge_one(texts *facts) {
    for (uint32_t i = 0; i < facts->len; i++)
        for (uint32_t k = i + 1; k < facts->len; k++) {
            char *both = merged(facts->data[i], facts->data[k]);
            if (!both) continue;
            mem_free(facts->data[i]);
            mem_free(facts->data[k]);
            facts->data[i] = both;
            facts->data[k] = vec_last(facts);
            facts->len--;
            return true;
        }
    return false;
}

/* The lines of a fact with && between them; alone: it is the only fact. */
static void add_conditions(const char *fact, bool alone, struct str *out) {
    bool several = *next_line(fact) != 0;
    if (!alone && several) str_add_char(out, '(');
    for (const char *at = fact; *at; at = next_line(at)) {
        int len = (int)(next_line(at) - at - 1);
        const char *choice = strstr(at, " || ");
        bool enclose = several && choice && choice < at + len;
        str_addf(out, enclose ? "%s(%.*s)" : "%s%.*s", at > fact ? " && " : "", len, at);
    }
    if (!alone && several) str_add_char(out, ')');
}

bool invariant_text(const struct loop_head *head, struct str *out) {
    if (head->unknown || head->nothing || !head->facts.len) return false;
    texts facts = {0};
    size_t start = out->len;
    for (uint32_t i = 0; i < head->facts.len; i++) vec_push(&facts, mem_strdup(head->facts.data[i]));
    while (merge_one(&facts)) continue;
    for (uint32_t i = 0; i < facts.len; i++) {
        if (i) str_add(out, " || ");
        add_conditions(facts.data[i], facts.len == 1, out);
        mem_free(facts.data[i]);
    }
    vec_release(&facts);
    return out->len - start <= MOST_TEXT;
}
