#include "engine/cdse/sharing.h"

#include <assert.h>
#include <stdlib.h>

#include "base/hash.h"
#include "base/log.h"
#include "base/provoke.h"
#include "engine/cdse/heard.h"
#include "engine/notes.h"
#include "engine/share.h"
#include "exec/sym/premise.h"
#include "solver/path.h"

enum {
    RETOLD_BYTES = 1 << 16,
    DOUBT_FIRST = 16, /* of the nogoods heard are not believed, then ever fewer: */
    DOUBT_EVERY = 64,
    MOST_DOUBTED = 64,
};

struct doubted {
    uint32_t n;
    uint32_t literals[HEARD_LITERALS];
    uint64_t bounds;
    bool way;
};

struct cdse_sharing {
    struct notes notes;
    struct litnames names;
    struct heard heard;
    uint64_t since;                   /* when the last note was sent */
    uint32_t most;                    /* literals of what is worth telling now */
    vec_u8 fresh[HEARD_LITERALS + 1]; /* to be sent, by number of literals */
    vec_u8 told[HEARD_LITERALS + 1];  /* what may be sent again, by number of literals */
    vec_u32 literals;                 /* room */
    VEC(struct doubted) doubted;
    uint64_t taken;
};

uint32_t sharing_order(const struct run *r) { return r->share && r->share->notes ? r->share->notes->order : 0; }

/* What all runs begin with. */
static struct digest origin(const struct cdse *cd) {
    struct digest d = {0};
    digest_mix(&d, cd->roots.len);
    for (uint32_t i = 0; i < cd->roots.len; i++) {
        const struct state *st = cd->roots.data[i];
        digest_mix(&d, pathcond_len(st->pc));
        digest_mix(&d, (uint64_t)st->top->fn->id << 32 | st->space.next_number);
    }
    return d;
}

void sharing_free(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    if (!s) return;
    litnames_release(&s->names);
    heard_release(&s->heard);
    notes_release(&s->notes);
    for (uint32_t i = 0; i <= HEARD_LITERALS; i++) {
        vec_release(&s->fresh[i]);
        vec_release(&s->told[i]);
    }
    vec_release(&s->literals);
    vec_release(&s->doubted);
    mem_free(s);
    cd->sharing = NULL;
}

/* ---- telling ----------------------------------------------------------------------------------------- */

void sharing_begin(struct cdse *cd) {
    const struct run_share *share = cd->r->share;
    if (!share || !share->notes) return;
    assert(!cd->sharing);
    struct cdse_sharing *s = cd->sharing = MEM_NEW(struct cdse_sharing);
    *s = (struct cdse_sharing){.since = clock_ns(), .most = HEARD_LITERALS};
    notes_init(&s->notes, cd->r, origin(cd), 1u << GAP_BOUND, true);
    litnames_init(&s->names, &cd->g, s->notes.origin);
    heard_init(&s->heard, &s->names);
    notes_send(&s->notes, NULL, NULL); /* that we are there */
}

void sharing_flawed(struct cdse *cd) {
    if (cd->sharing) cd->sharing->notes.flawed = true;
}

void sharing_expanded(struct cdse *cd, uint32_t node) {
    struct cdse_sharing *s = cd->sharing;
    if (s && litnames_add(&s->names, node)) heard_named(&s->heard, fcfg_node(&cd->g, node));
}

/* Without the first node's, which all paths hold. */
static void leave_out_root(const struct cdse *cd, vec_u32 *literals) {
    uint32_t to = 0, root = fcfg_node(&cd->g, 0)->literal;
    for (uint32_t i = 0; i < literals->len; i++)
        if (literals->data[i] != root) literals->data[to++] = literals->data[i];
    literals->len = to;
}

static void append(vec_u8 *to, const uint8_t *data, uint32_t n) {
    vec_reserve(to, to->len + n);
    if (n) memcpy(to->data + to->len, data, n);
    to->len += n;
}

void sharing_learned(struct cdse *cd, const uint32_t *literals, uint32_t n, uint64_t bounds, bool way) {
    struct cdse_sharing *s = cd->sharing;
    if (!s || n > s->most + 1 || notes_are_flawed(&s->notes)) return;
    vec_clear(&s->literals);
    for (uint32_t i = 0; i < n; i++) vec_push(&s->literals, literals[i]);
    leave_out_root(cd, &s->literals);
    uint32_t left = s->literals.len;
    if (!left || left > s->most || s->fresh[left].len >= NOTES_BYTES) return;
    vec_u8 *to = &s->fresh[left], *told = &s->told[left];
    uint32_t before = to->len;
    if (!heard_write(to, &s->names, s->literals.data, left, bounds, way)) return;
    if (told->len < RETOLD_BYTES) append(told, to->data + before, to->len - before);
    cd->x->ctx->stats.clauses_told++;
}

/* Sends one note, if it is time. Where more nogoods are learned than there is room for, it has the shortest. */
static void flush(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    uint64_t now = clock_ns();
    if (now - s->since < NOTES_NS) return;
    vec_u8 items = {0};
    uint32_t longest = 0;
    s->since = now;
    for (uint32_t n = 1; n <= HEARD_LITERALS; n++) {
        if (items.len < NOTES_BYTES) {
            append(&items, s->fresh[n].data, s->fresh[n].len);
            longest = n;
        }
        vec_clear(&s->fresh[n]);
    }
    s->most = longest; /* longer ones would not be sent */
    if (items.len) notes_send(&s->notes, NULL, &items);
    vec_release(&items);
}

/* Sends nogoods again, for a process that has not heard them: short ones first. */
static void retell(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    uint32_t bytes = 0;
    s->notes.retell = false;
    for (uint32_t n = 1; n <= HEARD_LITERALS && bytes < RETOLD_BYTES; n++) {
        if (s->told[n].len) notes_send(&s->notes, NULL, &s->told[n]);
        bytes += s->told[n].len;
    }
}

/* ---- hearing ----------------------------------------------------------------------------------------- */

static bool take_note(void *owner, uint64_t process, const uint8_t *p, const uint8_t *end) {
    struct cdse *cd = owner;
    struct cdse_sharing *s = cd->sharing;
    (void)process;
    uint32_t before = s->heard.all.len;
    if (!heard_read(&s->heard, p, end)) return false;
    cd->x->ctx->stats.clauses_heard += s->heard.all.len - before;
    return true;
}

void sharing_turn(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    if (!s) return;
    flush(cd);
    notes_hear(&s->notes, take_note, cd);
    if (s->notes.retell) retell(cd);
}

void sharing_raised(struct cdse *cd, uint64_t bits) {
    struct cdse_sharing *s = cd->sharing;
    if (!s) return;
    heard_raised(&s->heard, bits);
    for (uint32_t i = s->doubted.len; i-- > 0;) /* it says nothing of what is possible now */
        if (s->doubted.data[i].bounds & bits) vec_remove(&s->doubted, i);
}

/* ---- doubts, in builds with asserts ------------------------------------------------------------------ */

#ifndef NDEBUG

/* Is this one not to be believed? */
static bool doubt(struct cdse_sharing *s, const struct heard_nogood *g, const vec_u32 *literals) {
    bool chosen = s->taken <= DOUBT_FIRST || s->taken % DOUBT_EVERY == 0;
    if (!chosen || s->doubted.len == MOST_DOUBTED || literals->len > HEARD_LITERALS) return false;
    struct doubted d = {.n = literals->len, .bounds = g->bounds, .way = g->way};
    memcpy(d.literals, literals->data, literals->len * sizeof *literals->data);
    vec_push(&s->doubted, d);
    return true;
}

static bool has_literal(const struct doubted *d, uint32_t literal) {
    for (uint32_t i = 0; i < d->n; i++)
        if (d->literals[i] == literal) return true;
    return false;
}

static uint32_t node_literal(const struct cdse *cd, uint32_t i) {
    return fcfg_node(&cd->g, cd->levels.data[i].node)->literal;
}

static uint32_t option_literal(const struct cdse *cd, uint32_t i) {
    return fcfg_node(&cd->g, cd->levels.data[i].node)->options[cd->levels.data[i].option].literal;
}

/* Does the path up to the node of level i, with one more literal, hold all of it? */
static bool holds(const struct cdse *cd, const struct doubted *d, uint32_t i, uint32_t more) {
    uint32_t found = more && has_literal(d, more);
    for (uint32_t k = 0; k <= i; k++) found += has_literal(d, node_literal(cd, k));
    for (uint32_t k = 0; k < i; k++) found += has_literal(d, option_literal(cd, k));
    assert(found <= d->n);
    return found == d->n;
}

static _Noreturn void refute(struct cdse *cd, const char *what) {
    log_error(&cd->x->ctx->log, "what another worker told of the program is wrong: %s", what);
    abort();
}

void sharing_passed(struct cdse *cd, uint32_t i) {
    struct cdse_sharing *s = cd->sharing;
    for (uint32_t k = 0; s && i && k < s->doubted.len; k++) {
        const struct doubted *d = &s->doubted.data[k];
        bool touched = d->way && (has_literal(d, node_literal(cd, i)) || has_literal(d, option_literal(cd, i - 1)));
        if (touched && holds(cd, d, i, 0)) refute(cd, "a way that cannot be taken was taken");
    }
}

void sharing_refuted(struct cdse *cd, uint32_t i, uint32_t code) {
    struct cdse_sharing *s = cd->sharing;
    const struct fnode *n = fcfg_node(&cd->g, cd->levels.data[i].node);
    uint32_t error = 0;
    for (uint32_t k = 0; k < n->noptions; k++)
        if ((n->options[k].kind == OPTION_CHECK || n->options[k].kind == OPTION_EXIT) && n->options[k].code == code)
            error = n->options[k].literal;
    for (uint32_t k = 0; s && k < s->doubted.len; k++)
        if (holds(cd, &s->doubted.data[k], i, error)) refute(cd, "there is an error");
}

#else

static bool doubt(struct cdse_sharing *s, const struct heard_nogood *g, const vec_u32 *literals) {
    return (void)s, (void)g, (void)literals, false;
}
void sharing_passed(struct cdse *cd, uint32_t i) { (void)cd, (void)i; }
void sharing_refuted(struct cdse *cd, uint32_t i, uint32_t code) { (void)cd, (void)i, (void)code; }

#endif

/* ---- taking in --------------------------------------------------------------------------------------- */

/* Puts a literal of those that the path does not hold last. False: it holds all of them. */
static bool put_false_last(const struct cdse *cd, vec_u32 *literals) {
    for (uint32_t i = 0; i < literals->len; i++) {
        uint32_t l = literals->data[i];
        if (nogoods_is_true(&cd->db, l)) continue;
        literals->data[i] = vec_last(literals);
        vec_last(literals) = l;
        return true;
    }
    return false;
}

static bool has(const vec_u32 *literals, uint32_t literal) {
    for (uint32_t i = 0; i < literals->len; i++)
        if (literals->data[i] == literal) return true;
    return false;
}

/* The path holds all of it: goes back to before the last of the literals. */
static void go_before(struct cdse *cd, const vec_u32 *literals) {
    for (;;) {
        assert(cd->levels.len > 1); /* the first node's literal is not among them */
        const struct level *from = &cd->levels.data[cd->levels.len - 2];
        uint32_t node = fcfg_node(&cd->g, vec_last(&cd->levels).node)->literal;
        uint32_t option = fcfg_node(&cd->g, from->node)->options[from->option].literal;
        cdse_pop_level(cd);
        if (has(literals, node) || has(literals, option)) return;
    }
}

static void take_in(struct cdse *cd, vec_u32 *literals, uint64_t bounds) {
    bool now = !cd->chooser && !put_false_last(cd, literals);
    if (now) {
        cd->x->ctx->stats.clauses_cut++;
        go_before(cd, literals);
        bool some = put_false_last(cd, literals);
        assert(some);
        (void)some;
    }
    struct nogood *c = nogoods_add(&cd->db, literals->data, literals->len, bounds);
    if (now) cdse_block_top(cd, c);
}

void sharing_take(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    const struct heard_nogood *g;
    if (!s || !s->heard.ready.len) return;
    assert(cd->chooser || (cd->levels.len && vec_last(&cd->levels).option == NO_OPTION));
    while ((g = heard_take(&s->heard, &s->literals))) {
        s->literals.len = nogoods_tidy(&cd->db, s->literals.data, s->literals.len);
        leave_out_root(cd, &s->literals);
        s->taken++;
        if (!s->literals.len || doubt(s, g, &s->literals)) continue;
        take_in(cd, &s->literals, g->bounds);
        cd->x->ctx->stats.clauses_taken++;
    }
}

/* ---- the end ----------------------------------------------------------------------------------------- */

void sharing_end(struct cdse *cd) {
    struct cdse_sharing *s = cd->sharing;
    if (!s) return;
    const struct stats *stats = &cd->x->ctx->stats;
    log_info(&cd->x->ctx->log,
             "order %u: clauses: %llu told, %llu heard, %llu taken in, %llu of which ended the present path; %llu "
             "plans, %llu conflicts, %llu nodes",
             s->notes.to->order, (unsigned long long)stats->clauses_told, (unsigned long long)stats->clauses_heard,
             (unsigned long long)stats->clauses_taken, (unsigned long long)stats->clauses_cut,
             (unsigned long long)stats->plans, (unsigned long long)stats->conflicts,
             (unsigned long long)cd->g.nodes.len);
}
