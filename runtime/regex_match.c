/*
 * Finds matches of regular expressions. For each place of the text there is a row: for each node of the program a byte that
 * says whether the node is reached there. Rows follow from each other without branches, so that with symbolic text they are
 * expressions, and paths part only for answers: where the match begins, where it ends, which way groups took. The work is
 * at most the size of the pattern times that of the text for each place where a match may begin. (A matcher that tries one
 * way after the other would part at every character, and may need exponential time.)
 *
 * The match is the longest of the leftmost ones. Groups are found afterwards by one walk through the nodes, which only takes
 * ways that lead to its end, and of two such ways the preferred one.
 *
 * Back references are not regular. Rows take them for any text at all then, and the walk tries one way after the other, but
 * none twice with the same groups: time is exponential in the number of groups that are referred to, as the problem is.
 */
#include "regexp.h"

struct span {
    ssize_t from, to;
};

struct matcher {
    const struct re_dfa_t *p;
    const struct regex_text *t;
    bool exploring;
    size_t count;          /* nodes */
    unsigned char *row;    /* two of them, for finding where a match ends */
    unsigned char *carry;  /* back references that were reached and may still go on */
    unsigned char *found;  /* for each place: may the match end here? */
    unsigned char *reach;  /* rows from the beginning of the match to its end, and which nodes of them lead there */
    unsigned char *lead;
    size_t begin, end;
};

/* ---- characters ---- */
unsigned rt_regex_takes(const struct re_dfa_t *p, const struct regex_node *n, unsigned c) {
    if (n->kind == NODE_BYTE) return c == n->byte;
    if (n->kind == NODE_ANY) {
        unsigned not = p->syntax & RE_DOT_NEWLINE ? 0 : c == '\n';
        if (p->syntax & RE_DOT_NOT_NULL) not |= c == 0;
        return not ^ 1;
    }
    if (n->kind != NODE_SET) return 0;
    const struct regex_set *set = &p->sets[n->value];
    unsigned in = 0;
    for (int i = 0; i < set->count; i++) {
        const struct regex_range *r = &p->ranges[set->from + i];
        in |= (unsigned)(c >= r->low) & (unsigned)(c <= r->high);
    }
    return in ^ set->not;
}

static unsigned char_at(const struct matcher *m, size_t i) {
    return rt_regex_fold(m->t->bytes[i], m->t->translate, m->p->syntax);
}

static unsigned kind_of(const struct matcher *m, size_t i, bool newlines) {
    unsigned c = char_at(m, i), word = (unsigned)rt_isalnum((int)c) | (unsigned)(c == '_');
    unsigned newline = newlines ? c == '\n' : 0;
    return word * HAS_WORD | (word ^ 1) * HAS_OTHER | newline * HAS_NEWLINE;
}

static unsigned before(const struct matcher *m, size_t i, bool newlines) {
    if (i > 0) return BEFORE(kind_of(m, i - 1, newlines));
    return BEFORE(HAS_OTHER | HAS_EDGE | (m->t->not_bol ? 0 : HAS_NEWLINE));
}

static unsigned behind(const struct matcher *m, size_t i, bool newlines) {
    if (i < m->t->length) return BEHIND(kind_of(m, i, newlines));
    return BEHIND(HAS_OTHER | HAS_EDGE | (m->t->not_eol ? 0 : HAS_NEWLINE));
}

/* What anchors find at a place. A newline that the match itself took begins a line even if newlines are characters as
 * others, as with glibc. start: does the match begin here? */
static unsigned sides(const struct matcher *m, size_t i, bool start) {
    if (!m->p->anchors) return 0;
    return before(m, i, m->t->newline || !start) | behind(m, i, m->t->newline);
}

static unsigned satisfied(unsigned need, unsigned has) { return need ? (need & ~has) == 0 : 1; }

static bool known(const struct matcher *m, const void *p, size_t n) { return !m->exploring || !__shrike_symbolic(p, n); }

/* ---- rows ---- */
static void reach_node(const struct matcher *m, unsigned char *row, int node, unsigned reached, unsigned has) {
    if (node >= 0) row[node] |= (unsigned char)(reached & satisfied(m->p->nodes[node].need, has));
}

/* Completes a row by what is reached without a character. start: does the match begin here? */
static void spread(const struct matcher *m, unsigned char *row, size_t i, bool start) {
    const struct re_dfa_t *p = m->p;
    unsigned has = sides(m, i, start);
    bool skip = known(m, row, m->count) && known(m, &has, sizeof has);
    for (int sweep = 0; sweep < p->sweeps; sweep++)
        for (int k = 0; k < p->steps; k++) {
            const struct regex_node *n = &p->nodes[p->order[k]];
            unsigned reached = row[p->order[k]];
            if (skip && !reached) continue;
            if (n->kind != NODE_BACK) reach_node(m, row, n->to, reached, has);
            reach_node(m, row, n->other, reached, has);
        }
}

/* The row of place i + 1. */
static void advance(const struct matcher *m, const unsigned char *row, unsigned char *next, size_t i) {
    const struct re_dfa_t *p = m->p;
    unsigned c = char_at(m, i);
    bool skip = known(m, row, m->count);
    rt_memset(next, 0, m->count);
    for (int v = 0; v < p->count; v++) {
        const struct regex_node *n = &p->nodes[v];
        if (n->kind == NODE_BACK) {
            m->carry[v] |= row[v];
            next[n->to] |= m->carry[v];
        }
        if (n->kind >= NODE_BACK || (skip && !row[v])) continue;
        next[n->to] |= (unsigned char)(row[v] & rt_regex_takes(p, n, c));
    }
    spread(m, next, i + 1, false);
}

static unsigned ends(const struct matcher *m, const unsigned char *row) {
    unsigned any = 0;
    for (int v = 0; v < m->p->count; v++)
        if (m->p->nodes[v].kind == NODE_END) any |= row[v];
    return any;
}

static void start_row(const struct matcher *m, unsigned char *row, size_t i) {
    rt_memset(row, 0, m->count);
    row[m->p->start] = (unsigned char)satisfied(m->p->nodes[m->p->start].need, sides(m, i, true));
    spread(m, row, i, true);
}

/* Surely nothing more is reached. */
static bool is_dead(const struct matcher *m, const unsigned char *row) {
    unsigned char any = 0;
    for (size_t v = 0; v < m->count; v++) any |= row[v];
    for (int v = 0; m->p->backs && v < m->p->count; v++) any |= m->carry[v];
    return known(m, &any, 1) && !any;
}

/* Is there a match from this place on? m->found says where it may end, up to *last. */
static unsigned matches_from(const struct matcher *m, size_t begin, size_t *last) {
    unsigned char *row = m->row, *next = m->row + m->count;
    rt_memset(m->carry, 0, m->count);
    start_row(m, row, begin);
    unsigned any = m->found[begin] = (unsigned char)ends(m, row);
    size_t i = begin;
    for (; i < m->t->length && !is_dead(m, row); i++) {
        advance(m, row, next, i);
        any |= m->found[i + 1] = (unsigned char)ends(m, next);
        unsigned char *other = row;
        row = next;
        next = other;
    }
    *last = i;
    return any;
}

/* Is there a match anywhere? Matches may begin at every place of one pass. */
static unsigned matches_anywhere(const struct matcher *m, size_t first, size_t last) {
    unsigned char *row = m->row, *next = m->row + m->count;
    rt_memset(row, 0, m->count);
    unsigned any = 0;
    for (size_t i = first;; i++) {
        if (i <= last) {
            start_row(m, next, i);
            for (size_t v = 0; v < m->count; v++) row[v] |= next[v];
        }
        any |= ends(m, row);
        bool over = i >= m->t->length || (known(m, &any, sizeof any) && any) || (i >= last && is_dead(m, row));
        if (over) return any;
        advance(m, row, next, i);
        unsigned char *other = row;
        row = next;
        next = other;
    }
}

/* ---- groups ---- */
static unsigned char *row_of(const struct matcher *m, unsigned char *rows, size_t i) { return rows + (i - m->begin) * m->count; }

static void fill_reach(const struct matcher *m) {
    rt_memset(m->carry, 0, m->count);
    start_row(m, m->reach, m->begin);
    for (size_t i = m->begin; i < m->end; i++) advance(m, row_of(m, m->reach, i), row_of(m, m->reach, i + 1), i);
}

/* Completes a row of nodes that lead to the end by those that do without a character. */
static void spread_back(const struct matcher *m, const unsigned char *reach, unsigned char *lead) {
    const struct re_dfa_t *p = m->p;
    for (int sweep = 0; sweep < p->sweeps; sweep++)
        for (int k = p->steps - 1; k >= 0; k--) {
            int v = p->order[k];
            const struct regex_node *n = &p->nodes[v];
            unsigned leads = n->kind != NODE_BACK ? lead[n->to] : 0;
            if (n->other >= 0) leads |= lead[n->other];
            lead[v] |= (unsigned char)(reach[v] & leads);
        }
}

/* Which nodes lead to the end, to this node. */
static void fill_lead(const struct matcher *m, int last) {
    const struct re_dfa_t *p = m->p;
    unsigned char *lead = row_of(m, m->lead, m->end);
    const unsigned char *reach = row_of(m, m->reach, m->end);
    rt_memset(lead, 0, m->count);
    rt_memset(m->carry, 0, m->count);
    lead[last] = reach[last];
    spread_back(m, reach, lead);
    for (size_t i = m->end; i-- > m->begin;) {
        const unsigned char *next = lead;
        lead = row_of(m, m->lead, i);
        reach = row_of(m, m->reach, i);
        unsigned c = char_at(m, i);
        rt_memset(lead, 0, m->count);
        for (int v = 0; v < p->count; v++) {
            const struct regex_node *n = &p->nodes[v];
            if (n->kind == NODE_BACK) lead[v] = reach[v] & (m->carry[v] |= next[n->to]);
            if (n->kind >= NODE_BACK) continue;
            lead[v] = (unsigned char)(reach[v] & rt_regex_takes(p, n, c) & next[n->to]);
        }
        spread_back(m, reach, lead);
    }
}

/* A walk from the beginning of the match to its end. */
struct walk {
    int node;
    size_t at, groups, wanted; /* groups from wanted on are nobody's business */
    struct span *now;    /* the groups; then those that were complete last, and the nodes since the last character */
    struct span *before;
    unsigned char *seen;
    size_t state;        /* bytes of the three of them, which are one block */
    char *saved;         /* other ways to try: node, place and state of each */
    size_t ways, room;
    size_t steps;        /* since the last character */
    int *heads;          /* for each node and place the last visit, counted from 1; what groups were then is in visits */
    struct visit *visits;
    int count, visits_room;
};

/* With back references what follows depends on the groups that they refer to: on no more than nine. */
struct visit {
    int next; /* another visit of the same node and place, or 0 */
    struct span now[9], before[9];
};

static void enter(const struct matcher *m, struct walk *w) {
    const struct regex_node *n = &m->p->nodes[w->node];
    if ((n->kind != NODE_OPEN && n->kind != NODE_CLOSE) || (size_t)n->value >= w->wanted) return;
    struct span *g = &w->now[n->value];
    ssize_t at = (ssize_t)w->at;
    if (n->kind == NODE_OPEN) {
        *g = (struct span){at, -1};
    } else if (g->from < at) {
        g->to = at;
        rt_memcpy(w->before, w->now, w->groups * sizeof *w->now);
    } else if (n->optional && w->before[n->value].from != -1) {
        /* Nothing once more: what it was before stays. */
        rt_memcpy(w->now, w->before, w->groups * sizeof *w->now);
    } else g->to = at;
}

/* Remembers a way to try later. */
static bool save(struct walk *w, int node) {
    size_t size = w->state + sizeof w->at + sizeof node;
    if ((w->ways + 1) * size > w->room) {
        size_t room = w->room ? w->room * 2 : size * 4;
        char *grown = realloc(w->saved, room);
        if (!grown) return false;
        w->saved = grown;
        w->room = room;
    }
    char *at = w->saved + w->ways++ * size;
    rt_memcpy(at, w->now, w->state);
    rt_memcpy(at + w->state, &w->at, sizeof w->at);
    rt_memcpy(at + w->state + sizeof w->at, &node, sizeof node);
    return true;
}

static bool try_saved(struct walk *w) {
    size_t size = w->state + sizeof w->at + sizeof w->node;
    if (w->ways == 0) return false;
    const char *at = w->saved + --w->ways * size;
    rt_memcpy(w->now, at, w->state);
    rt_memcpy(&w->at, at + w->state, sizeof w->at);
    rt_memcpy(&w->node, at + w->state + sizeof w->at, sizeof w->node);
    return true;
}

enum { NO_WAY = -1, NO_MEMORY = -2 };

static bool same_spans(const struct span *a, const struct span *b, int n) {
    for (int i = 0; i < n; i++)
        if (a[i].from != b[i].from || a[i].to != b[i].to) return false;
    return true;
}

/* Was the walk here before, with the same groups? Then there is no way: 0. 1: no; NO_MEMORY. */
static int visit(const struct matcher *m, struct walk *w) {
    int n = m->p->highest, *head = &w->heads[(w->at - m->begin) * m->count + (size_t)w->node];
    for (int i = *head; i > 0; i = w->visits[i - 1].next)
        if (same_spans(w->visits[i - 1].now, w->now + 1, n) && same_spans(w->visits[i - 1].before, w->before + 1, n)) return 0;
    if (!rt_regex_room(&w->visits, &w->visits_room, w->count, sizeof *w->visits)) return NO_MEMORY;
    struct visit *v = &w->visits[w->count++];
    v->next = *head;
    rt_memcpy(v->now, w->now + 1, (size_t)n * sizeof *v->now);
    rt_memcpy(v->before, w->before + 1, (size_t)n * sizeof *v->before);
    *head = w->count;
    return 1;
}

/* The next node of the walk, from one that takes no character. */
static int choose(const struct matcher *m, struct walk *w, const unsigned char *lead) {
    const struct regex_node *n = &m->p->nodes[w->node];
    w->seen[w->node] = 1;
    if (w->steps++ > 4 * m->count) __shrike_unsupported("groups of a regular expression for which glibc does not end");
    if (n->other < 0) return n->to;
    if (!lead[n->to]) return n->other;
    /* Not into a loop again that took no character, if there is a way out. */
    if (w->seen[n->to]) return lead[n->other] ? n->other : n->to;
    return n->to;
}

/* The same with back references, where ways may turn out to be none. */
static int choose_and_save(const struct matcher *m, struct walk *w, const unsigned char *lead) {
    const struct regex_node *n = &m->p->nodes[w->node];
    if (n->other < 0) return lead[n->to] ? n->to : NO_WAY;
    int first = visit(m, w);
    if (first != 1) return first == 0 ? NO_WAY : NO_MEMORY;
    if (!lead[n->to]) return lead[n->other] ? n->other : NO_WAY;
    if (lead[n->other] && !save(w, n->other)) return NO_MEMORY;
    return n->to;
}

static unsigned differ(const struct matcher *m, size_t a, size_t b, size_t n) {
    unsigned bits = 0;
    for (size_t i = 0; i < n; i++) bits |= char_at(m, a + i) ^ char_at(m, b + i);
    return bits;
}

/* The node behind a back reference. */
static int follow(const struct matcher *m, struct walk *w, const unsigned char *lead) {
    const struct regex_node *n = &m->p->nodes[w->node];
    struct span g = w->now[n->value];
    if (g.from < 0 || g.to < 0) return NO_WAY;
    size_t length = (size_t)(g.to - g.from);
    if (length == 0) return n->other >= 0 && lead[n->other] ? n->other : NO_WAY;
    if (length > m->end - w->at || !row_of(m, m->lead, w->at + length)[n->to]) return NO_WAY;
    if (differ(m, (size_t)g.from, w->at, length)) return NO_WAY;
    w->at += length;
    return n->to;
}

static int go_on(const struct matcher *m, struct walk *w) {
    const struct regex_node *n = &m->p->nodes[w->node];
    const unsigned char *lead = row_of(m, m->lead, w->at);
    if (n->kind >= NODE_OPEN) return m->p->backs ? choose_and_save(m, w, lead) : choose(m, w, lead);
    if (n->kind == NODE_BACK) return follow(m, w, lead);
    if (w->at >= m->end || n->kind == NODE_END) return NO_WAY;
    w->at++;
    w->steps = 0;
    rt_memset(w->seen, 0, m->count);
    return n->to;
}

/* 0, REG_NOMATCH if back references match on no way, or REG_ESPACE. */
static int walk_through(const struct matcher *m, struct walk *w) {
    w->node = m->p->start;
    w->at = m->begin;
    if (!m->lead[w->node]) return REG_NOMATCH;
    for (;;) {
        enter(m, w);
        if (w->at == m->end && m->p->nodes[w->node].kind == NODE_END) return 0;
        int next = go_on(m, w);
        if (next == NO_MEMORY) return REG_ESPACE;
        if (next >= 0) w->node = next;
        else if (!try_saved(w)) return REG_NOMATCH;
    }
}

static void give(const struct matcher *m, struct walk *w, size_t n, regmatch_t *matches) {
    w->now[0] = (struct span){(ssize_t)m->begin, (ssize_t)m->end};
    for (size_t g = 1; g < w->groups; g++)
        if ((size_t)m->p->same[g] != g) w->now[g] = w->now[m->p->same[g]];
    for (size_t g = 0; g < n; g++) {
        struct span s = g < w->groups ? w->now[g] : (struct span){-1, -1};
        matches[g] = (regmatch_t){(regoff_t)s.from, (regoff_t)s.to};
    }
}

static int walk_to(const struct matcher *m, size_t n, regmatch_t *matches) {
    struct walk w = {.groups = (size_t)m->p->groups + 1};
    w.wanted = m->p->backs || n > w.groups ? w.groups : n;
    w.state = 2 * w.groups * sizeof *w.now + m->count;
    w.now = malloc(w.state);
    if (m->p->backs) w.heads = calloc((m->end - m->begin + 1) * m->count, sizeof *w.heads);
    if (!w.now || (m->p->backs && !w.heads)) {
        free(w.now);
        free(w.heads);
        return REG_ESPACE;
    }
    w.before = w.now + w.groups;
    w.seen = (unsigned char *)(w.before + w.groups);
    for (size_t i = 0; i < 2 * w.groups; i++) w.now[i] = (struct span){-1, -1};
    rt_memset(w.seen, 0, m->count);
    int result = walk_through(m, &w);
    if (result == 0) give(m, &w, n, matches);
    free(w.now);
    free(w.heads);
    free(w.visits);
    free(w.saved);
    return result;
}

/* Walks to the first of the nodes that end which is reached: those behind anchors come later. Back references may not lead
 * there, but to another one. */
static int walk_to_end(const struct matcher *m, size_t n, regmatch_t *matches) {
    const unsigned char *row = row_of(m, m->reach, m->end);
    int last = -1, result = REG_NOMATCH;
    for (int v = 0; v < m->p->count && result == REG_NOMATCH; v++) {
        if (m->p->nodes[v].kind != NODE_END) continue;
        if (last >= 0 && row[last]) {
            fill_lead(m, last);
            result = walk_to(m, n, matches);
            if (!m->p->backs) return result;
        }
        last = v;
    }
    if (result != REG_NOMATCH) return result;
    fill_lead(m, last);
    return walk_to(m, n, matches);
}

/* Groups of the match between begin and end, if there is one (which back references decide). */
static int find_groups(struct matcher *m, size_t n, regmatch_t *matches) {
    size_t rows = m->end - m->begin + 1;
    m->reach = malloc(rows * m->count);
    m->lead = malloc(rows * m->count);
    int result = REG_ESPACE;
    if (m->reach && m->lead) {
        fill_reach(m);
        result = walk_to_end(m, n, matches);
    }
    free(m->reach);
    free(m->lead);
    return result;
}

/* ---- matches ---- */
static int give_whole(const struct matcher *m, size_t n, regmatch_t *matches) {
    for (size_t g = 0; g < n; g++) matches[g] = (regmatch_t){-1, -1};
    if (n > 0) matches[0] = (regmatch_t){(regoff_t)m->begin, (regoff_t)m->end};
    return 0;
}

/* If the longest match is empty, glibc says that it is behind characters that lead back to the start: a*\B in 1a. */
static void refuse_to_slip(const struct matcher *m) {
    const struct re_dfa_t *p = m->p;
    size_t i = m->begin;
    if (i == 0 || i >= m->t->length || m->end > i) return;
    unsigned slips = 0, c = char_at(m, i);
    for (int v = 0; v < p->count; v++)
        if (p->nodes[v].kind < NODE_BACK && p->nodes[v].to == p->start) slips |= rt_regex_takes(p, &p->nodes[v], c);
    slips &= kind_of(m, i - 1, m->t->newline) == kind_of(m, i, m->t->newline);
    if (slips) __shrike_unsupported("an empty match of a regular expression that glibc reports elsewhere");
}

/* The longest match from a place on. */
static int find_from(struct matcher *m, size_t begin, size_t n, regmatch_t *matches) {
    size_t last;
    if (!matches_from(m, begin, &last)) return REG_NOMATCH;
    m->begin = begin;
    for (size_t end = last;; end--) {
        bool only = end == begin && !m->p->backs; /* there is one, so it is this one */
        if (only || m->found[end]) {
            m->end = end;
            if (m->p->slips && n > 0) refuse_to_slip(m);
            if (!m->p->backs && (n <= 1 || m->p->groups == 0)) return give_whole(m, n, matches);
            int result = find_groups(m, n, matches);
            if (result != REG_NOMATCH) return result;
        }
        if (end == begin) return REG_NOMATCH;
    }
}

/* Where glibc does not find groups as it should. */
static void refuse_groups(const struct re_dfa_t *p, size_t n) {
    if (n <= 1 || p->groups == 0) return;
    if (p->circles) __shrike_unsupported("groups of a regular expression that repeats an anchor and nothing else (glibc forgets some)");
    if (!p->backs) return;
    if (n <= (size_t)p->highest) __shrike_unsupported("regexec with back references to more groups than are asked for (glibc does not match then)");
    if (p->sweeps > 1)
        __shrike_unsupported("groups of a regular expression with back references and repetitions of nothing (glibc forgets some)");
}

static int find(struct matcher *m, size_t n, regmatch_t *matches) {
    const struct regex_text *t = m->t;
    refuse_groups(m->p, n);
    if (n == 0 && !m->p->backs && t->last >= t->from) return 1 - (int)matches_anywhere(m, t->from, t->last);
    for (size_t i = t->from;; i += t->last >= t->from ? 1 : (size_t)-1) {
        int result = find_from(m, i, n, matches);
        if (result != REG_NOMATCH || i == t->last) return result;
    }
}

int rt_regex_find(const struct re_dfa_t *p, const struct regex_text *t, size_t n, regmatch_t *matches) {
    struct matcher m = {.p = p, .t = t, .exploring = __shrike_exploring() != 0, .count = (size_t)p->count};
    m.row = malloc(3 * m.count);
    m.found = malloc(t->length + 1);
    int result = REG_ESPACE;
    if (m.row && m.found) {
        m.carry = m.row + 2 * m.count;
        result = find(&m, n, matches);
    }
    free(m.row);
    free(m.found);
    return result;
}
