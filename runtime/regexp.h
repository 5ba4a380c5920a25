/*
 * Regular expressions (regex.h) in three steps: regex_parse.c reads a pattern into a tree, regex_program.c makes a graph of
 * nodes of it, regex_match.c finds matches with sets of nodes. regex.c has the functions that programs call.
 */
#ifndef REGEXP_H
#define REGEXP_H

#include "rt.h"

#include <regex.h>

/* What an anchor wants of the characters around a place: of the one before it, and the same of the one behind it. */
enum { HAS_WORD = 1, HAS_OTHER = 2, HAS_NEWLINE = 4, HAS_EDGE = 8 };
#define BEFORE(what) (what)
#define BEHIND(what) ((what) << 4)

/* ---- the tree ---- */
enum tree_kind { TREE_BYTE, TREE_ANY, TREE_SET, TREE_BACK, TREE_ANCHOR, TREE_GROUP, TREE_STAR, TREE_EITHER, TREE_SEQUENCE, TREE_END };

/* Trees are numbers of elements of an array; 0 is the empty expression. */
struct regex_tree {
    enum tree_kind kind;
    int left, right;    /* TREE_GROUP, TREE_STAR: left. TREE_SEQUENCE: its first and last part */
    int sibling;        /* the next part of a sequence */
    int value;          /* the byte, the set, what the anchor wants, or the group, which is counted from 1 */
    bool optional;      /* of a group that is repeated and need not be there */
    bool copied;        /* by a repetition */
    bool empty;         /* may match nothing */
    int node, close;    /* that it has in the program, and that for the end of a group */
};

struct regex_range {
    unsigned char low, high;
};

struct regex_set {
    int from, count; /* ranges */
    bool not;
};

struct regex_source {
    const unsigned char *text;
    size_t length;
    const unsigned char *translate; /* or NULL */
    reg_syntax_t syntax;
    struct regex_tree *trees;
    struct regex_set *sets;
    struct regex_range *ranges;
    int ntrees, nsets, nranges, trees_room, sets_room, ranges_room;
    int root, groups;
    unsigned back; /* groups that are referred to */
    int backs;     /* how many times */
};

/* ---- the program ---- */
enum node_kind { NODE_BYTE, NODE_ANY, NODE_SET, NODE_BACK, NODE_END, /* the rest takes no character */ NODE_OPEN, NODE_CLOSE, NODE_ANCHOR, NODE_SPLIT };

/*
 * A node is reached at a place of the text only if the place has what the node needs: what the anchors want that
 * lead there without a character between. (So a node behind an anchor may be there several times.)
 */
struct regex_node {
    unsigned char kind, byte, need;
    bool optional, copied;
    int value;     /* the set or the group */
    int to, other; /* where it leads. NODE_SPLIT prefers `to`. NODE_BACK: `other` if it takes no character. -1: nowhere */
    int origin;    /* the node that this one is a copy of, or itself */
};

/* One block of memory. */
struct re_dfa_t {
    const struct regex_node *nodes;
    const struct regex_set *sets;
    const struct regex_range *ranges;
    const int *order; /* nodes that take no character, such that few lead back */
    const int *same;  /* for each group the one around it that always has the same extent, or itself */
    int count, start, steps, sweeps; /* steps: of order; sweeps: over it until all is reached that can be */
    int groups, highest; /* highest: of the groups that are referred to */
    reg_syntax_t syntax;
    bool backs, anchors, utf8;
    bool circles; /* an anchor is in a repetition of nothing */
    bool slips;   /* a character may lead back to the start, and there are anchors */
    bool newline_behind; /* of a $: glibc may find it there even if lines do not end so */
    const char *odd;     /* what keeps glibc from matching as it should, or NULL */
};

/* Reads the pattern that is set in *s: 0 or an error code. In both cases rt_regex_drop. */
int rt_regex_parse(struct regex_source *s);
void rt_regex_drop(struct regex_source *s);

/* Makes room for another element of an array; false when there is no memory. */
bool rt_regex_room(void *array, int *room, int count, size_t size);

/* The program for a pattern that was read, or NULL without memory. groups: does anybody ask for them? */
struct re_dfa_t *rt_regex_program(struct regex_source *s, bool groups);

/* ---- matching ---- */
struct regex_text {
    const unsigned char *bytes;
    size_t length;
    const unsigned char *translate;
    size_t from, last; /* where matches may begin, from the first to try on; last may be before */
    bool not_bol, not_eol, newline;
};

/* Finds a match: 0, REG_NOMATCH or REG_ESPACE. matches: n > 0 of them, or none if nobody wants to know where it is. */
int rt_regex_find(const struct re_dfa_t *p, const struct regex_text *t, size_t n, regmatch_t *matches);

/* Does the node take character c? 0 or 1, without a branch on c. */
unsigned rt_regex_takes(const struct re_dfa_t *p, const struct regex_node *n, unsigned c);

/* A character as patterns and texts are compared. */
static inline unsigned char rt_regex_fold(unsigned char c, const unsigned char *translate, reg_syntax_t syntax) {
    if (translate) c = translate[c];
    return syntax & RE_ICASE ? (unsigned char)rt_toupper(c) : c;
}

#endif
