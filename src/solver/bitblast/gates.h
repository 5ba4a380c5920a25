/* Gates: functions of one bit, encoded as clauses (Tseitin, both directions,
 * because a gate may be used again by later constraints in either sense).
 *
 * A gate of the same kind with the same inputs is made once. Constants, equal
 * and opposite inputs fold, and signs are moved to the output, so that for
 * example xor(a, -b) and -xor(a, b) are one gate. A result is therefore any
 * literal, not always a new one.
 */
#ifndef SHRIKE_SOLVER_BITBLAST_GATES_H
#define SHRIKE_SOLVER_BITBLAST_GATES_H

#include "base/map.h"
#include "base/vec.h"
#include "solver/bitblast/sat.h"

typedef VEC(lit) vec_lit;

/* Representation: a gate is a record in `records`, found by the hash of its kind
 * and inputs: kind and number of inputs in one word, inputs, outputs. Hash
 * collisions go to hash + 1 and so on. */
enum gate_kind {
    GATE_AND,
    GATE_XOR,
    GATE_XOR3,
    GATE_MUX,
    GATE_MAJ,
    GATE_DIVISION,
    GATE_SIGNED_DIVISION,
};

struct gates {
    struct sat sat;
    struct map index;
    vec_lit records;
    vec_lit inputs; /* scratch of gate_and_n */
    vec_lit clause; /* scratch of the n-ary clause */
};

void gates_init(struct gates *g, enum sat_style style, struct limits *limits, uint32_t max_vars);
void gates_release(struct gates *g);

/* For gates made elsewhere (division): the outputs of the gate of this kind with
 * these inputs. *fresh if it is new: then they are LIT_FALSE, and the caller
 * fills them in. Valid until the next gate is made. */
lit *gates_find(struct gates *g, enum gate_kind kind, const lit *in, uint32_t n_in, uint32_t n_out, bool *fresh);

lit gate_and(struct gates *g, lit a, lit b);
lit gate_xor(struct gates *g, lit a, lit b);
/* cond ? yes : no */
lit gate_mux(struct gates *g, lit cond, lit yes, lit no);
lit gate_maj(struct gates *g, lit a, lit b, lit c);
/* Both at once: returns the sum; *carry is the carry in, then the carry out. With
 * clauses between the two outputs that each alone does not have. */
lit gate_full_add(struct gates *g, lit a, lit b, lit *carry);
/* All of them; no gate in between. The array may be empty (true). */
lit gate_and_n(struct gates *g, const lit *in, uint32_t n);
/* At least one of them. */
lit gate_or_n(struct gates *g, const lit *in, uint32_t n);

static inline lit gate_or(struct gates *g, lit a, lit b) { return -gate_and(g, -a, -b); }
static inline lit gate_equal(struct gates *g, lit a, lit b) { return -gate_xor(g, a, b); }

#endif
