/* klee_open_merge and klee_close_merge. */
#include <assert.h>
#include <string.h>

#include "engine/explore/inside.h"
#include "engine/explore/meeting.h"
#include "engine/treelog.h"

/* ---- lifetime ---------------------------------------------------------------------------------------- */

static bool has_function(const struct program *p, const char *name) {
    for (uint32_t i = 1; i < p->functions.len; i++)
        if (strcmp(p->functions.data[i]->name, name) == 0) return true;
    return false;
}

void meetings_init(struct explore *e) {
    const struct program *p = e->x->p;
    if (!has_function(p, "klee_close_merge") || e->x->ctx->opt.trace_paths) return; /* merged paths have no trace */
    e->merger = (struct merger){e->x, live_new(p), p->bounds ? sequence_new(p) : NULL};
}

static void free_waiting(struct explore *e, struct meeting *m) {
    for (uint32_t i = 0; i < m->waiting.len; i++) {
        claim_drop(info_of(m->waiting.data[i])->claim);
        mem_free(info_of(m->waiting.data[i]));
        state_free(e->x, m->waiting.data[i]);
    }
    e->waiting -= m->waiting.len;
    vec_release(&m->waiting);
}

void meetings_release(struct explore *e) {
    for (uint32_t i = 0; i < e->meetings.len; i++) {
        free_waiting(e, e->meetings.data[i]);
        mem_free(e->meetings.data[i]);
    }
    assert(!e->waiting);
    vec_release(&e->meetings);
    vec_release(&e->ready);
    live_free((struct live *)(uintptr_t)e->merger.live);
    sequence_free((struct sequence *)(uintptr_t)e->merger.sequence);
}

void meetings_check(const struct explore *e) {
    uint64_t waiting = 0;
    for (uint32_t i = 0; i < e->meetings.len; i++) {
        const struct meeting *m = e->meetings.data[i];
        assert(m->place == i && m->members && m->waiting.len <= m->members);
        assert(!m->outer || m->outer->members >= m->members);
        assert(m->is_ready == (m->waiting.len == m->members));
        waiting += m->waiting.len;
    }
    assert(waiting == e->waiting);
    (void)waiting;
}

void meetings_mark(const struct explore *e) {
    for (uint32_t i = 0; i < e->meetings.len; i++)
        for (uint32_t k = 0; k < e->meetings.data[i]->waiting.len; k++)
            sym_mark_state(e->x, e->meetings.data[i]->waiting.data[k]);
}

/* ---- coming and going --------------------------------------------------------------------------------- */

static void open_meeting(struct explore *e, struct state_info *info) {
    struct meeting *m = mem_zalloc(sizeof *m);
    m->outer = info->meeting;
    m->members = 1;
    m->place = e->meetings.len;
    vec_push(&e->meetings, m);
    info->meeting = m;
}

static void end_meeting(struct explore *e, struct meeting *m) {
    assert(!m->members && !m->waiting.len && e->meetings.data[m->place] == m);
    struct meeting *last = vec_pop(&e->meetings);
    last->place = m->place;
    if (last != m) e->meetings.data[m->place] = last;
    mem_free(m);
}

/* Some came, or others are no longer waited for. */
static void look_at(struct explore *e, struct meeting *m) {
    if (!m->members) return end_meeting(e, m);
    if (m->is_ready || m->waiting.len < m->members) return;
    m->is_ready = true;
    vec_push(&e->ready, m);
}

bool meeting_on_merge(void *owner, struct exec *x, bool open) {
    struct explore *e = owner;
    struct state_info *info = info_of(x->now);
    if (!e->merger.live || (!open && !info->meeting)) return false;
    if (open) open_meeting(e, info);
    else e->closes = true;
    return !open;
}

void meeting_joined(struct meeting *m) {
    for (; m; m = m->outer) m->members++;
}

void meeting_left(struct explore *e, struct meeting *m) {
    for (struct meeting *outer; m; m = outer) {
        outer = m->outer;
        m->members--;
        look_at(e, m);
    }
}

void meeting_wait(struct explore *e) {
    struct state *st = e->x->now;
    struct state_info *info = info_of(st);
    assert(e->closes && info->meeting && !info->meeting->is_ready);
    e->closes = false;
    search_remove(e->search, info->item);
    tree_finish(&e->tree, info->node);
    info->item = NULL;
    info->node = NULL;
    exec_switch(e->x, NULL);
    vec_push(&info->meeting->waiting, st);
    e->waiting++;
    look_at(e, info->meeting);
}

/* ---- the meeting ------------------------------------------------------------------------------------- */

typedef VEC(struct state_info *) info_list;

/* Merges the states at the same place; those that are left go to `all`. */
static void merge_waiting(struct explore *e, merge_list *waiting, merge_list *all) {
    struct merge_counts counts = {0};
    while (waiting->len) {
        merge_list here = {0};
        const struct insn *pc = waiting->data[0]->top->pc;
        uint32_t n = 0;
        for (uint32_t i = 0; i < waiting->len; i++) {
            struct state *st = waiting->data[i];
            if (st->top->pc == pc) vec_push(&here, st);
            else waiting->data[n++] = st;
        }
        waiting->len = n;
        merge_all(&e->merger, &here, &counts);
        for (uint32_t i = 0; i < here.len; i++) vec_push(all, here.data[i]);
        vec_release(&here);
    }
    e->x->ctx->stats.merged += counts.merged;
}

static struct tree_node *any_leaf(const struct tree *tree) {
    struct tree_node *node = tree->root;
    while (!tree_is_leaf(node)) node = tree_kids(node)[0];
    return node;
}

void meeting_plant(struct explore *e, const merge_list *states) {
    assert(states->len);
    merge_list all = {0};
    for (uint32_t i = 0; i < states->len; i++) vec_push(&all, states->data[i]);
    if (!e->tree.root) info_of(all.data[0])->node = tree_restart(&e->tree, all.data[0]);
    else vec_push(&all, any_leaf(&e->tree)->state);
    if (all.len > 1) {
        struct tree_node **kids = mem_alloc_array(all.len, sizeof *kids);
        tree_fork(&e->tree, any_leaf(&e->tree), all.len, all.data, kids);
        for (uint32_t i = 0; i < all.len; i++) info_of(all.data[i])->node = kids[i];
        mem_free(kids);
    }
    vec_release(&all);
}

/* What they have covered, and their ends in the tree log. */
static void collect_infos(const struct explore *e, const merge_list *waiting, info_list *infos,
                          struct state_info *sum) {
    *sum = (struct state_info){.new_at = UINT64_MAX};
    for (uint32_t i = 0; i < waiting->len; i++) {
        struct state_info *info = info_of(waiting->data[i]);
        vec_push(infos, info);
        if (claim_is_open(info->claim)) claim_make(sum);
        if (info->new_at != UINT64_MAX && (sum->new_at == UINT64_MAX || info->new_at > sum->new_at))
            sum->new_at = info->new_at;
        treelog_end(e->r->tree, info->number, "merged", waiting->data[i]);
    }
}

static void go_on(struct explore *e, struct state *st, const struct state_info *sum, struct meeting *outer) {
    struct state_info *info = mem_zalloc(sizeof *info);
    uint32_t number = info_of(st)->number;
    *info = (struct state_info){.meeting = outer, .new_at = sum->new_at, .claim = claim_share(sum->claim)};
    info->number = treelog_open(e->r->tree, number, st);
    st->owner = info;
}

/* All members have come: merges them, and what is left goes on. */
static void hold(struct explore *e, struct meeting *m) {
    assert(m->waiting.len && m->waiting.len == m->members);
    merge_list left = {0};
    info_list infos = {0};
    struct state_info sum;
    uint32_t came = m->members;
    collect_infos(e, &m->waiting, &infos, &sum);
    merge_waiting(e, &m->waiting, &left);
    for (uint32_t i = 0; i < left.len; i++) go_on(e, left.data[i], &sum, m->outer);
    meeting_plant(e, &left);
    for (uint32_t i = 0; i < left.len; i++) info_of(left.data[i])->item = search_add(e->search, left.data[i]);
    for (uint32_t i = 0; i < infos.len; i++) {
        claim_drop(infos.data[i]->claim);
        mem_free(infos.data[i]);
    }
    claim_drop(sum.claim);
    e->waiting -= came;
    m->members = 0;
    for (struct meeting *outer = m->outer; outer; outer = outer->outer) outer->members -= came - left.len;
    vec_release(&m->waiting);
    vec_release(&left);
    vec_release(&infos);
    end_meeting(e, m);
}

void meetings_settle(struct explore *e) {
    if (!e->ready.len) return;
    meetings_check(e);
    exec_switch(e->x, NULL);
    while (e->ready.len) hold(e, vec_pop(&e->ready));
}
