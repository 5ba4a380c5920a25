/* Makes the graph of nodes of a regular expression. The numbers of nodes matter: of two ways the one to the lower number is
 * preferred, as glibc does, which shows in what groups match. */
#include "regexp.h"

struct builder {
    struct regex_source *s;
    struct regex_node *nodes;
    int count, room;
    bool groups; /* asked for by somebody */
    bool failed, anchors, circles;
    int from; /* the anchor that hands on what it wants */
    const char *odd;
    int *same;
    unsigned empty; /* groups up to 9 that may match nothing */
    unsigned maybe; /* ... that may not be there, or more than once */
    unsigned repeated;
    int stars;      /* repetitions without an end around the tree */
    int choices;    /* repetitions and alternatives around the tree */
};

/* ---- nodes of the tree ---- */
static int add(struct builder *b, enum node_kind kind, int value, unsigned need) {
    if (b->failed || !rt_regex_room(&b->nodes, &b->room, b->count, sizeof *b->nodes)) {
        b->failed = true;
        return 0;
    }
    b->nodes[b->count] = (struct regex_node){.kind = (unsigned char)kind, .byte = kind == NODE_BYTE ? (unsigned char)value : 0, .value = value,
                                             .need = (unsigned char)need, .to = -1, .other = -1, .origin = b->count};
    return b->count++;
}

/* ((x)): both have the same extent, and the inner one needs no nodes. */
static void merge_groups(struct builder *b, int tree) {
    struct regex_tree *t = b->s->trees;
    int inner = t[tree].left;
    if (!inner || t[inner].kind != TREE_GROUP) return;
    b->same[t[inner].value] = t[tree].value;
    t[tree].left = t[inner].left;
}

static bool has_nodes(const struct builder *b, const struct regex_tree *t) {
    return b->groups || !t->left || (t->value <= 9 && b->s->back >> t->value & 1);
}

/* May the tree match nothing? Its parts know. */
static bool may_be_empty(const struct builder *b, const struct regex_tree *t) {
    const struct regex_tree *all = b->s->trees;
    switch (t->kind) {
    case TREE_BYTE:
    case TREE_ANY:
    case TREE_SET: return false;
    case TREE_BACK: return b->empty >> b->same[t->value] & 1;
    case TREE_GROUP: return !t->left || all[t->left].empty;
    case TREE_EITHER: return !t->left || !t->right || all[t->left].empty || all[t->right].empty;
    case TREE_SEQUENCE:
        for (int part = t->left; part; part = all[part].sibling)
            if (!all[part].empty) return false;
        return true;
    default: return true;
    }
}

/* glibc takes a group for empty that may be, even if it is not on the way to the back reference. */
static void note_group(struct builder *b, const struct regex_tree *t) {
    if (t->kind == TREE_GROUP && t->value <= 9) {
        if (t->empty) b->empty |= 1u << t->value;
        if (b->choices > 0 || t->copied) b->maybe |= 1u << t->value;
        if (b->stars > 0 || t->copied) b->repeated |= 1u << t->value;
    }
    if (t->kind == TREE_BACK && b->repeated >> b->same[t->value] & 1)
        b->odd = "a back reference to a group that is repeated (glibc may find a shorter match)";
    if (t->kind == TREE_BACK && (b->empty & b->maybe) >> b->same[t->value] & 1)
        b->odd = "a back reference to a group that may be empty, or not be there (glibc confuses them)";
}

/* Gives nodes to a tree, those of its parts first. */
static void number(struct builder *b, int tree) {
    struct regex_tree *t = &b->s->trees[tree];
    switch (t->kind) {
    case TREE_SEQUENCE:
        for (int part = t->left; part; part = b->s->trees[part].sibling) number(b, part);
        break;
    case TREE_GROUP:
        if (b->groups) merge_groups(b, tree);
        if (has_nodes(b, t)) t->node = add(b, NODE_OPEN, t->value, 0);
        if (t->left) number(b, t->left);
        if (has_nodes(b, t)) t->close = add(b, NODE_CLOSE, t->value, 0);
        if (!b->failed) b->nodes[t->close].optional = t->optional;
        break;
    case TREE_STAR:
    case TREE_EITHER:
        b->choices++;
        b->stars += t->kind == TREE_STAR;
        if (t->left) number(b, t->left);
        if (t->right) number(b, t->right);
        b->stars -= t->kind == TREE_STAR;
        b->choices--;
        t->node = add(b, NODE_SPLIT, 0, 0);
        break;
    case TREE_ANCHOR:
        b->anchors = true;
        t->node = add(b, NODE_ANCHOR, 0, (unsigned)t->value);
        break;
    case TREE_BYTE: t->node = add(b, NODE_BYTE, t->value, 0); break;
    case TREE_ANY: t->node = add(b, NODE_ANY, 0, 0); break;
    case TREE_SET: t->node = add(b, NODE_SET, t->value, 0); break;
    case TREE_BACK: t->node = add(b, NODE_BACK, b->groups ? b->same[t->value] : t->value, 0); break;
    case TREE_END: t->node = add(b, NODE_END, 0, 0); break;
    }
    t->empty = may_be_empty(b, t);
    note_group(b, t);
    if (!b->failed && t->kind != TREE_GROUP && t->kind != TREE_SEQUENCE) b->nodes[t->node].copied = t->copied;
}

/* The node that a tree begins with, or the one behind it if it is empty. */
static int entry(const struct builder *b, int tree, int behind) {
    const struct regex_tree *t = &b->s->trees[tree];
    if (!tree) return behind;
    while (t->kind == TREE_SEQUENCE || (t->kind == TREE_GROUP && !has_nodes(b, t))) t = &b->s->trees[t->left];
    return t->node;
}

/* Leads from the nodes of a tree to each other and behind it. */
static void connect(struct builder *b, int tree, int behind) {
    const struct regex_tree *t = &b->s->trees[tree];
    if (t->kind == TREE_SEQUENCE) {
        for (int part = t->left; part; part = b->s->trees[part].sibling) {
            int follows = b->s->trees[part].sibling;
            connect(b, part, entry(b, follows, behind));
        }
        return;
    }
    if (t->kind == TREE_GROUP && !has_nodes(b, t)) {
        connect(b, t->left, behind);
        return;
    }
    struct regex_node *n = &b->nodes[t->node];
    n->to = behind;
    if (t->kind == TREE_GROUP) {
        n->to = entry(b, t->left, t->close);
        b->nodes[t->close].to = behind;
        if (t->left) connect(b, t->left, t->close);
    } else if (t->kind == TREE_STAR) {
        n->to = entry(b, t->left, behind);
        n->other = behind;
        connect(b, t->left, t->node);
    } else if (t->kind == TREE_EITHER) {
        int left = entry(b, t->left, behind), right = entry(b, t->right, behind);
        n->to = left < right ? left : right;
        n->other = left < right ? right : left;
        if (t->left) connect(b, t->left, behind);
        if (t->right) connect(b, t->right, behind);
    } else if (t->kind == TREE_BACK && t->empty) n->other = behind;
    if (n->other == n->to && n->kind == NODE_SPLIT) n->other = -1;
}

/* ---- anchors ---- */
static void hand_on(struct builder *b, int node);

/* The copy of a node that needs more, and so does all that it leads to without a character between. */
static int needing(struct builder *b, int node, unsigned need) {
    int origin = b->nodes[node].origin;
    unsigned all = need | b->nodes[origin].need;
    if (origin == b->from) b->circles = true;
    if (b->nodes[origin].need == all) return origin;
    for (int i = origin + 1; i < b->count; i++)
        if (b->nodes[i].origin == origin && b->nodes[i].need == all) return i;
    int copy = add(b, NODE_END, 0, 0);
    if (b->failed) return 0;
    b->nodes[copy] = b->nodes[origin];
    b->nodes[copy].need = (unsigned char)all;
    hand_on(b, copy);
    return copy;
}

static void hand_on(struct builder *b, int node) {
    unsigned need = b->nodes[node].need;
    int to = b->nodes[node].to, other = b->nodes[node].other;
    if (b->nodes[node].kind >= NODE_OPEN) to = needing(b, to, need);
    if (!b->failed) b->nodes[node].to = to;
    if (other >= 0 && !b->failed) {
        other = needing(b, other, need);
        if (!b->failed) b->nodes[node].other = other;
    }
}

/* Ways without a character from a node: the first and the second one, or -1. */
static int way(const struct regex_node *n, int which) {
    if (n->kind < NODE_OPEN) return n->kind == NODE_BACK && which == 0 ? n->other : -1;
    return which == 0 ? n->to : n->other;
}

/* Has anchors hand on what they want, in the order in which they are met from this node on. */
static void visit(struct builder *b, int node, unsigned char *visited) {
    if (b->failed || b->nodes[node].origin != node || visited[node]) return;
    visited[node] = 1;
    b->from = node;
    if (b->nodes[node].kind == NODE_ANCHOR) hand_on(b, node);
    for (int which = 0; which < 2 && !b->failed; which++) {
        int to = way(&b->nodes[node], which);
        if (to >= 0) visit(b, b->nodes[to].origin, visited);
    }
}

static void hand_on_needs(struct builder *b) {
    int count = b->count;
    unsigned char *visited = calloc((size_t)count, 1);
    b->failed = !visited;
    for (int i = 0; i < count && !b->failed; i++) visit(b, i, visited);
    free(visited);
}

/* glibc forgets anchors before what is copied for a repetition, and takes newlines for ends of lines even if they are not. */
static void look_for_oddities(struct re_dfa_t *p) {
    for (int i = 0; i < p->count; i++) {
        const struct regex_node *n = &p->nodes[i];
        if (n->kind == NODE_ANCHOR && p->nodes[n->to].copied) p->odd = "a regular expression that repeats an anchor (glibc forgets it)";
        if (n->need & BEHIND(HAS_NEWLINE) && n->kind < NODE_BACK && rt_regex_takes(p, n, '\n')) p->newline_behind = true;
        if (n->kind < NODE_END && n->to == p->start && p->anchors) p->slips = true;
    }
}

/* ---- the order of nodes that take no character ---- */
struct ordering {
    int *order, *stack;
    unsigned char *state; /* 0 new, 1 or 2 while ways from it are followed, 3 done */
    int count, sweeps;
};

/* Nodes are listed from the end when all that they lead to is listed. A way to a node that is not needs one more sweep. */
static void order_from(const struct builder *b, struct ordering *o, int node) {
    int depth = 0;
    if (o->state[node]) return;
    o->stack[depth++] = node;
    while (depth > 0) {
        int at = o->stack[depth - 1];
        int which = o->state[at]++;
        if (which == 2) {
            depth--;
            o->order[--o->count] = at;
            continue;
        }
        int to = way(&b->nodes[at], which);
        if (to < 0) continue;
        if (o->state[to] == 0) o->stack[depth++] = to;
        else if (o->state[to] < 3) o->sweeps++;
    }
}

/* ---- all of it in one block ---- */
static char *place(char *at, const void *data, size_t n) {
    if (n) rt_memcpy(at, data, n);
    return at + n;
}

static struct re_dfa_t *pack(const struct builder *b, const struct ordering *o) {
    const struct regex_source *s = b->s;
    size_t count = (size_t)b->count, steps = 0, groups = (size_t)s->groups + 1;
    for (size_t i = 0; i < count; i++) {
        int v = o->order[i];
        if (way(&b->nodes[v], 0) >= 0) o->order[steps++] = v;
    }
    size_t nodes = count * sizeof *b->nodes, sets = (size_t)s->nsets * sizeof *s->sets, ranges = (size_t)s->nranges * sizeof *s->ranges;
    struct re_dfa_t *p = malloc(sizeof *p + nodes + sets + (steps + groups) * sizeof(int) + ranges);
    if (!p) return NULL;
    char *at = (char *)(p + 1);
    *p = (struct re_dfa_t){.count = b->count, .steps = (int)steps, .sweeps = o->sweeps, .groups = s->groups, .syntax = s->syntax,
                           .backs = s->backs > 0, .anchors = b->anchors, .circles = b->circles, .start = entry(b, s->root, 0)};
    p->nodes = (const struct regex_node *)(const void *)at;
    at = place(at, b->nodes, nodes);
    p->sets = (const struct regex_set *)(const void *)at;
    at = place(at, s->sets, sets);
    p->order = (const int *)(const void *)at;
    at = place(at, o->order, steps * sizeof(int));
    p->same = (const int *)(const void *)at;
    at = place(at, b->same, groups * sizeof(int));
    p->ranges = (const struct regex_range *)(const void *)at;
    place(at, s->ranges, ranges);
    p->odd = b->odd;
    look_for_oddities(p);
    while (p->highest < 9 && s->back >> (p->highest + 1)) p->highest++;
    return p;
}

static struct re_dfa_t *order_and_pack(struct builder *b) {
    size_t n = (size_t)b->count;
    struct ordering o = {.order = malloc(n * sizeof(int)), .stack = malloc(n * sizeof(int)), .state = calloc(n, 1), .count = b->count, .sweeps = 1};
    struct re_dfa_t *p = NULL;
    if (o.order && o.stack && o.state) {
        for (int i = b->count - 1; i >= 0; i--) order_from(b, &o, i);
        p = pack(b, &o);
    }
    free(o.order);
    free(o.stack);
    free(o.state);
    return p;
}

struct re_dfa_t *rt_regex_program(struct regex_source *s, bool groups) {
    struct builder b = {.s = s, .groups = groups, .same = malloc(((size_t)s->groups + 1) * sizeof(int))};
    struct re_dfa_t *p = NULL;
    if (b.same) {
        for (int i = 0; i <= s->groups; i++) b.same[i] = i;
        number(&b, s->root);
        if (!b.failed) connect(&b, s->root, -1);
        if (!b.failed && b.anchors) hand_on_needs(&b);
        if (!b.failed) p = order_and_pack(&b);
    }
    free(b.same);
    free(b.nodes);
    return p;
}
