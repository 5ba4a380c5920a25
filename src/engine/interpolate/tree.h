/* The tree of an interpolating run: nodes on the way from the root to the state in
 * execution, and explored ones that wait for an ancestor (engine/interpolate/cover.h).
 *
 * A node is a segment of execution, from a fork or point to the next. Its place in
 * the tree does not change: depth is the number of its ancestors, also while it is
 * not on the stack.
 *
 * Invariants: (1) stack[i]->depth == i, and its parent is stack[i - 1], or NULL where a tree of
 * its own begins; (2) a node on the stack is not held, a held one hangs at its way in the
 * parent; (3) a node has a state to run, or its segment has ended with a model of its end; (4)
 * by and covers are each other's inverse; (5) an entry's nodes are those that begin there, and
 * `open` counts those on the stack.
 */
#ifndef SHRIKE_ENGINE_INTERPOLATE_TREE_H
#define SHRIKE_ENGINE_INTERPOLATE_TREE_H

#include "cond/fact.h"
#include "engine/interpolate/facttable.h"
#include "engine/interpolate/recheck.h"
#include "engine/interpolate/thrift.h"
#include "engine/interpolate/twins.h"
#include "engine/run.h"
#include "engine/treelog.h"
#include "exec/sym/ticks.h"
#include "mem/digest.h"

enum ending {
    END_NONE,
    END_EXIT,
    END_FORK,
    END_POINT,
    END_ASSUME,
    END_BOUND,
    END_SUBSUMED,
    END_COVERED,
    END_TWIN,
    END_LATER,
    END_BAD
};

/* From the end of a segment to a kid. */
struct way {
    const struct insn *start; /* where the kid begins */
    uint32_t side;            /* of a select that forked: its condition */
    struct fact *fact;        /* of the explored kid; NULL: none */
    struct node *held;        /* the explored kid itself, while it waits */
    uint32_t seen;            /* version of its fact that the node's fact was made with */
};

struct node {
    struct node *parent;
    uint32_t index; /* its way in the parent */
    uint32_t depth;
    struct state *snapshot;   /* at its start; NULL: nothing is learned here */
    struct state *run;        /* to be executed; NULL once its segment has ended */
    VEC(struct state *) kids; /* not yet explored */
    VEC(struct way) ways;     /* to kids that are or were explored */
    uint64_t length;          /* instructions of the segment */
    enum ending ending;
    const struct insn *end_pc;
    uint32_t end_depth;
    struct model *end_model;
    struct fact *subsumer;    /* END_SUBSUMED */
    uint64_t work;            /* nodes below, saved ones included */
    uint32_t number;          /* in the tree log */
    const struct insn *point; /* where it begins; NULL: not at a point */
    struct fact_entry *entry; /* of a node at a point that can be compared */
    /* What engine/interpolate/cover.c keeps. */
    struct node *by;      /* END_COVERED: the node whose fact is to hold for it */
    struct state *kept;   /* ... and the state, should it not */
    node_list covers;     /* nodes that count on this one */
    struct fact *fact;    /* of a held node, under what is assumed so far; NULL: none */
    uint32_t version;     /* of fact: how often it changed */
    uint32_t changes;     /* the same, as far as they count against it */
    uint32_t seen;        /* version of by's fact that it was compared with */
    uint32_t least;       /* depth of the outermost node that its fact depends on */
    uint64_t signature;   /* of the values that matter at its point (cover.c) */
    uint32_t signed_with; /* how many mattered then */
    /* Its name, for other processes (exchange.h). */
    uint64_t before; /* instructions on the way to it */
    struct digest name;
    uint32_t told_from; /* number of subtrees in exchange.told when it began */
    uint32_t twin;      /* 1 + number of a kept state in its segment (twins.h); 0: none */
    bool named;
    bool tells;        /* the ways to its kids have names */
    uint32_t refusals; /* times that it turned out not to be covered */
    bool held;         /* explored, not on the stack */
    bool failed;       /* it is not covered after all */
    bool dirty;        /* its fact is to be computed again */
    bool barred;       /* it has no fact, for good */
};

enum { DEPENDS_ON_NONE = UINT32_MAX };

/* A state that waits for states with fewer rounds of loops behind them. */
struct later {
    struct state *state;
    const struct insn *point; /* where it stands; NULL: not at a point */
    uint32_t number;          /* in the tree log, of the node that it comes from */
    uint64_t turn;            /* as how manieth it was put off */
    bool at_head;             /* it may be known again (twins.h) */
};

struct later_queue {
    VEC(struct later) list;
    uint32_t from; /* those before are taken */
};

struct interpolate {
    struct run *r;
    struct exec *x;
    struct places places;
    struct facttable table;
    struct treelog *log;
    struct recheck *recheck; /* --check-subsumption; NULL: it is not asked for */
    struct recheck *doubt;   /* of facts that others found, in builds with asserts; NULL: there are none */
    struct thrift thrift;
    struct twins *twins;
    struct kidorder *order;    /* NULL: depth first */
    struct exchange *exchange; /* with other processes; NULL: there are none */
    VEC(struct node *) stack;
    struct later_queue later[2]; /* those to begin with; those that another process begins with */
    uint64_t put_off;            /* states so far */
    uint32_t hopes;              /* nodes with a kept state */
    bool breadth;                /* states wait from now on */
    uint32_t root_number;        /* parent in the tree log of nodes without one */
    uint32_t most_rounds;        /* nodes of one point on the stack; more are cut; 0: no limit */
    uint32_t deepest;            /* ... in this run so far */
    bool was_cut;
    bool in_vain;               /* whatever it comes to does not count: it is begun again at once */
    VEC(struct state *) starts; /* the program's first states: each run begins with all of them */
};

/* A node for st below the node on top of the stack, as that one's newest way. */
struct node *node_push(struct interpolate *ip, struct state *st, const struct insn *point);
/* Puts a node on the stack, below its parent. */
void node_open(struct interpolate *ip, struct node *n);
/* Takes it off. */
struct node *node_pop(struct interpolate *ip);
/* With all held nodes below. */
void node_free(struct interpolate *ip, struct node *n);
/* The fact of a kid; NULL: none. */
struct fact *way_fact(const struct way *w);
/* The point at which a kid begins; NULL: at none. A select that forks is executed again: its
 * kids do not begin at the point before it. */
const struct insn *node_point_of_kid(const struct node *n, const struct state *st);
void tree_top_check(const struct interpolate *ip);
/* Marks the expressions of n and the held nodes below. */
void node_mark(struct interpolate *ip, const struct node *n);

#endif
