/* The call graph: which functions call which.
 *
 * Nodes are functions (by number; 0 is unused) and, after them, signatures: a call
 * through a pointer goes to the node of its signature, whose edges lead to every
 * function that it may reach. That keeps the graph small where many calls meet
 * many functions.
 *
 * A pointer may lead to a function whose address is taken and whose parameters
 * fill as many slots as the call hands over (at most as many, if it is variadic)
 * and which returns at least the slots that the call expects; to any function
 * without code, since nothing is known of its parameters. An address is taken by a
 * constant in the code or by a pointer anywhere in the data of a global. Functions
 * without code (built-in or external) are taken to call nothing.
 */
#ifndef SHRIKE_IR_CALLGRAPH_H
#define SHRIKE_IR_CALLGRAPH_H

#include <stdbool.h>

#include "base/bitset.h"
#include "ir/graph.h"
#include "ir/ir.h"

struct call_site {
    uint32_t function; /* the caller */
    uint32_t pc;       /* of the call */
    uint32_t callee;   /* node */
};

struct signature {
    uint32_t nargs; /* slots */
    uint32_t nret;
};

struct callgraph {
    const struct program *p;
    uint32_t nfunctions;              /* nodes below are functions, number 0 included */
    VEC(struct signature) signatures; /* of node nfunctions + i */
    VEC(struct call_site) sites;      /* by caller, then in code order */
    uint32_t *first_site;             /* of a function; first_site[f + 1] ends them */
    struct graph sites_of;            /* node to indexes into sites */
    struct graph callees, callers;    /* without duplicates */
    struct bitset address_taken;      /* functions */
    struct bitset reachable;          /* nodes, from entry, constructors and destructors */
    struct bitset recursive;          /* nodes on a cycle */
    uint32_t *scc;                    /* node to component; callees have at most their caller's */
    uint32_t *order;                  /* functions, callees before callers except in cycles */
    struct arena arena;
};

/* p must hold the invariants of ir.h and outlive the result. */
struct callgraph *callgraph_new(const struct program *p);
void callgraph_free(struct callgraph *cg);

static inline bool callgraph_is_function(const struct callgraph *cg, uint32_t node) { return node < cg->nfunctions; }
static inline const struct signature *callgraph_signature(const struct callgraph *cg, uint32_t node) {
    return &cg->signatures.data[node - cg->nfunctions];
}

/* Appends the functions that f may call, each once, signatures resolved. */
void callgraph_callees(const struct callgraph *cg, uint32_t f, vec_u32 *out);

/* What is wrong with calling fn like that, in words; NULL: nothing that changes what the
 * machine does. Other pointees, other signs and more arguments than it takes do not. */
const char *call_misfit(const struct program *p, const struct function *fn, const struct ir_call *call);

#endif
