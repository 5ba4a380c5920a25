#include "engine/notes.h"

#include <assert.h>

#include "base/bytes.h"
#include "base/log.h"
#include "base/rng.h"
#include "exec/sym/premise.h"

enum { MOST_PROCESSES = 1 << 12 };

void notes_init(struct notes *n, struct run *r, struct digest origin, uint32_t gaps, bool gaps_go_along) {
    struct share_notes *to = r->share->notes;
    assert(to && to->link.hear && (to->link.tell || to->link.keep) && !r->share->nparts);
    *n = (struct notes){.to = to,
                        .r = r,
                        .process = rng_unique(),
                        .origin = origin,
                        .gaps = gaps,
                        .gaps_go_along = gaps_go_along,
                        .since = clock_ns()};
}

void notes_release(struct notes *n) {
    vec_release(&n->items);
    vec_release(&n->processes);
}

bool notes_are_flawed(const struct notes *n) {
    const struct run *r = n->r;
    const struct exec *x = r->x;
    return n->flawed || (x->sym->gaps.seen & ~n->gaps) || r->counts.bugs || run_is_over(r) ||
           limits_hit(&x->ctx->limits) || solver_saw_nan_bits(x->sym->solver);
}

/* ---- telling ------------------------------------------------------------------------------------------- */

static void append(vec_u8 *to, const vec_u8 *bytes) {
    for (uint32_t i = 0; bytes && i < bytes->len; i++) vec_push(to, bytes->data[i]);
}

static void put_gaps(const struct notes *n, vec_u8 *note) {
    if (n->gaps_go_along) {
        sym_gaps_write(note, n->r->x->sym);
    } else { /* none, and none met */
        put_var(note, 0);
        put_var(note, 0);
    }
}

void notes_send(struct notes *n, const vec_u8 *head, const vec_u8 *items) {
    const struct notes_link *link = &n->to->link;
    vec_u8 note = {0};
    assert(n->process);
    if (notes_are_flawed(n)) return;
    put_u64(&note, n->process);
    put_u64(&note, n->origin.a);
    put_u64(&note, n->origin.b);
    put_gaps(n, &note);
    premises_write(&note, &n->r->x->sym->premises);
    append(&note, head);
    append(&note, items);
    if (link->keep) link->keep(link->owner, &note);
    else link->tell(link->owner, &note);
    vec_release(&note);
}

bool notes_added(struct notes *n, uint32_t before) {
    assert(before <= n->items.len);
    if (!before) n->since = clock_ns();
    return n->items.len >= NOTES_BYTES;
}

bool notes_are_due(const struct notes *n) { return n->items.len && clock_ns() - n->since > NOTES_NS; }

/* ---- hearing ------------------------------------------------------------------------------------------- */

static void meet(struct notes *n, uint64_t process) {
    for (uint32_t i = 0; i < n->processes.len; i++)
        if (n->processes.data[i] == process) return;
    if (n->processes.len == MOST_PROCESSES) return;
    vec_push(&n->processes, process);
    n->retell = true;
}

/* False: refused. A note of a run with other gaps than those that go along is none. */
static bool read_gaps(const struct notes *n, const uint8_t **p, const uint8_t *end) {
    const uint8_t *at = *p;
    uint64_t bits, allowed = n->gaps_go_along ? n->gaps : 0;
    return get_var(&at, end, &bits) && !(bits & ~allowed) && sym_gaps_read(p, end, n->r->x->sym);
}

/* The envelope; what the engine says begins at *p. own: it is from this process, and says nothing. False: refused. */
static bool open_note(struct notes *n, const uint8_t **p, const uint8_t *end, uint64_t *process, bool *own) {
    struct digest origin;
    struct exec *x = n->r->x;
    if (!get_u64(p, end, process) || !get_u64(p, end, &origin.a) || !get_u64(p, end, &origin.b)) return false;
    *own = *process == n->process;
    if (*own) return true;
    if (origin.a != n->origin.a || origin.b != n->origin.b) return false;
    return read_gaps(n, p, end) && premises_read(p, end, &x->sym->premises, x->p);
}

void notes_hear(struct notes *n, bool (*take)(void *owner, uint64_t process, const uint8_t *p, const uint8_t *end),
                void *owner) {
    const struct notes_link *link = &n->to->link;
    vec_u8 note = {0};
    uint64_t process;
    bool own;
    while (link->hear(link->owner, &note)) {
        const uint8_t *p = note.data, *end = p + note.len;
        bool ok = open_note(n, &p, end, &process, &own);
        if (ok && own) continue;
        ok = ok && take(owner, process, p, end);
        if (ok) meet(n, process);
        else if (!n->refused++ /* once is enough */)
            log_warning(&n->r->x->ctx->log, "refused: a note of another worker that does not fit the program");
    }
    vec_release(&note);
}
