/* The abstraction of DASH: regions of states, and which may lead to which.
 *
 * A location is a place in the program (the first instruction behind a point) with the
 * return addresses of the frames below. The states at a location are split by
 * predicates over locations of memory and registers (cond/wp.h): a tree whose
 * leaves are the regions in use. Links between leaves are possible transitions; what
 * is not linked is proved impossible.
 *
 * Two regions have no states of their own: REGION_ERROR stands for errors,
 * REGION_ELSEWHERE for what the graph does not show (calls that could not be followed).
 *
 * Invariants: (1) links lead from leaves to leaves; (2) `in` of a region has the sources of
 * its links and nothing else, each once; (3) every state
 * in `seen` satisfies the predicates up to the root.
 */
#ifndef SHRIKE_ENGINE_DASH_REGIONS_H
#define SHRIKE_ENGINE_DASH_REGIONS_H

#include "base/provoke.h"
#include "cond/wp.h"
#include "engine/dash/steady.h"

enum { REGION_NONE, REGION_ERROR, REGION_ELSEWHERE, REGION_FIRST };
enum {
    SEEN_MOST = PROVOKED(24, 4), /* states kept for a region */
    SEEN_OF_TEST = 1,            /* ... of one test, at most */
    FRAMES_MOST = 64,            /* nested calls that the abstraction follows */
};

struct link {
    uint32_t to;
    bool stuck; /* neither taken nor refuted: left alone */
};

struct region {
    uint32_t loc;
    uint32_t parent;
    expr pred; /* of a node with kids: kids[1] where it holds */
    uint32_t kids[2];
    VEC(struct link) out;
    vec_u32 in;
    VEC(struct state *) seen; /* states of tests, path condition and all */
    uint64_t last_test;       /* that put a state there */
    uint32_t of_last;         /* how many it did */
    bool stuck;               /* so is a link, or was */
    bool probed;              /* other decisions in the step were tried */
    uint32_t mark;            /* of the last search that came here */
    uint32_t next;            /* on the way to the target of that search */
};

struct location {
    const struct insn *pc;
    const struct function *fn;
    VEC(const struct insn *) callers; /* return addresses, outermost first */
    vec_u32 ways;                     /* locations that a step may lead to; 0: none */
    bool dynamic;                     /* calls through a pointer: ways are those seen so far */
    bool opaque;                      /* something in the step is not followed */
    bool fails;                       /* the step may end in an error */
    bool scanned;
    uint32_t root;
    uint32_t equalities; /* refinements by an equality with a constant */
};

/* A link from a region with a seen state to one without, from which the goal can be reached. */
struct frontier {
    uint32_t from, to;
};

struct regions {
    struct exec *x;
    struct wp *wp;
    const struct steady *steady;
    VEC(struct location) locs; /* number 0 unused */
    struct map by_key;         /* hash of a location -> number; chained by rehashing */
    VEC(struct region) list;
    uint32_t searches;
    /* Links that the last search for `goal` found, those from `frontier` on not yet taken. */
    VEC(struct frontier) frontiers;
    uint32_t frontier, goal;
    uint32_t leaves;
    bool turned; /* other processes do the same: some frontiers are for them */
    uint32_t order;
};

void regions_init(struct regions *g, struct exec *x, struct wp *wp, const struct steady *steady);
void regions_release(struct regions *g);
/* The invariants above, where asserts are on; linear. */
void regions_check(struct regions *g);
void regions_mark(struct regions *g, struct expr_pool *pool);

/* The location of a state whose next instruction is behind a point, made if need be (with
 * all that can follow); 0: not known, and `make` is not set. */
uint32_t regions_locate(struct regions *g, const struct state *st, bool make);
/* The location with this next instruction and these return addresses (outermost first); 0: not known. */
uint32_t regions_known(const struct regions *g, const struct insn *pc, const struct insn *const *callers,
                       uint32_t ncallers);
/* The region of a state at loc. */
uint32_t regions_find(struct regions *g, uint32_t loc, struct state *st);
/* A step from a dynamic location led there. */
void regions_add_way(struct regions *g, uint32_t from, uint32_t to);

/* Splits a leaf; the states seen go where they belong. kids[1]: pred holds. */
void regions_split(struct regions *g, uint32_t region, expr pred);
void regions_unlink(struct regions *g, uint32_t from, uint32_t to);
/* Leaves a link alone from now on. */
void regions_stick(struct regions *g, uint32_t from, uint32_t to);
struct link *regions_link(struct regions *g, uint32_t from, uint32_t to);
/* The predicates that hold in a region, from the last split up to the first; `nodes` (may
 * be NULL) gets the node from which on each holds. */
void regions_conds(struct regions *g, uint32_t region, cond_list *out, vec_u32 *nodes);
/* Drops all links from leaves below `from` to leaves below `to` (any node, or one of the two
 * regions without states). */
void regions_unlink_all(struct regions *g, uint32_t from, uint32_t to);
/* A way from a region with a seen state through others without to `goal`, a shortest one.
 * False: there is none. */
bool regions_search(struct regions *g, uint32_t goal, uint32_t *from, uint32_t *to);

/* ---- scan.c ---- */
/* What a step from this location can do: fills ways, dynamic, opaque, fails. Makes
 * locations, so pointers to them are void afterwards. */
void regions_scan(struct regions *g, uint32_t loc);
/* Number of a location, made if it is new (not scanned yet then). */
uint32_t regions_intern(struct regions *g, const struct function *fn, const struct insn *pc,
                        const struct insn *const *callers, uint32_t ncallers);
/* Follows jumps from a code index to a point; NULL if there is something else on the way.
 * Returns the instruction behind the point. */
const struct insn *regions_behind(const struct function *fn, uint32_t index);
/* The function that a return address belongs to. */
const struct function *regions_function_of(const struct program *p, const struct insn *pc);

#endif
