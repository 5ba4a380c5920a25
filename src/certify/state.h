/* A state of the checker: frames, objects, and what is known.
 *
 * An object has an address, which is its name (BASE of term.h), never used twice on one path, and says nothing of where
 * it lies. What an object holds is a base (the bytes that a global starts with, or an array term) and words written
 * above it at known offsets. A write at an unknown offset puts the words into the array first. Objects are shared
 * between states and copied when they are written.
 *
 * Invariants: (1) objects are sorted by address and do not overlap; (2) words of an object are sorted, do not overlap,
 * have 1 to 8 bytes and lie inside of it; (3) a register is none, or a term of 64 bits.
 */
#ifndef SHRIKE_CERTIFY_STATE_H
#define SHRIKE_CERTIFY_STATE_H

#include "certify/smt.h"
#include "ir/ir.h"

enum held_kind { HELD_GLOBAL, HELD_LOCAL, HELD_HEAP };

struct held_word {
    uint64_t off;
    uint32_t size;
    term value;
};

struct held_object {
    uint32_t refs;
    enum held_kind kind;
    uint64_t base, size;
    uint32_t number;           /* of the global, of the alloca in its function, of the block on this path */
    uint32_t depth;            /* LOCAL: of its frame */
    const struct function *fn; /* LOCAL: whose */
    bool readonly, live;
    bool variable;        /* LOCAL: of variable length */
    const uint8_t *bytes; /* of the base, if array is none; NULL: zeros */
    term array;
    VEC(struct held_word) words;
};

struct walk_frame {
    const struct function *fn;
    uint32_t pc;   /* of a caller: its call */
    uint32_t from; /* block that execution came from; UINT32_MAX: none */
    term_list regs;
};

struct loop_cut; /* a loop, or a function, that is cut on this path (certify/cut.c) */

struct walk_state {
    VEC(struct walk_frame) frames; /* outermost first */
    VEC(struct held_object *) objects;
    term_list pc; /* path condition */
    VEC(struct loop_cut *) cuts;
    uint64_t next_address;
    uint32_t blocks; /* of the heap, made so far */
    uint32_t pins;   /* values of one term that were put aside in a row */
    bool arriving;   /* has come to a block, and the walk has not looked yet whether it is cut there */
};

/* ---- states ------------------------------------------------------------------------------------------ */

struct walk_state *walk_state_copy(const struct walk_state *st);
void walk_state_free(struct walk_state *st);
static inline struct walk_frame *walk_top(struct walk_state *st) { return &vec_last(&st->frames); }
/* A frame of fn, constants in their slots. */
void walk_push_frame(struct walk_state *st, const struct function *fn, const term *consts);
/* ... is gone, with its objects. */
void walk_pop_frame(struct walk_state *st);

/* ---- objects ----------------------------------------------------------------------------------------- */

/* A new object with bytes of no value; NULL: there is no room. */
struct held_object *held_new(struct terms *t, struct walk_state *st, bool is32, enum held_kind kind, uint64_t size);
/* Puts a global where the program has it. */
struct held_object *held_place(struct walk_state *st, uint64_t base, uint64_t size);
/* The object with this address; UINT32_MAX: none. */
uint32_t held_find(const struct walk_state *st, uint64_t base);
/* One reference less. */
void held_release(struct held_object *o);
/* For writing. */
struct held_object *held_own(struct walk_state *st, uint32_t i);
/* Its contents are unknown from now on. */
void held_forget(struct terms *t, struct held_object *o);
/* All of it is what the array holds; none: zeros. */
void held_become(struct held_object *o, term array);
/* n bytes at a known offset inside; n: 1 to 8. */
term held_read(struct terms *t, const struct held_object *o, uint64_t off, uint32_t n);
void held_write(struct terms *t, struct held_object *o, uint64_t off, uint32_t n, term value);
/* All of it as an array. (term){0}: it is too large. */
term held_array(struct terms *t, const struct held_object *o);
/* The same at an offset of 64 bits; the caller has proved it to be inside. False: too large. */
bool held_read_at(struct terms *t, const struct held_object *o, term off, uint32_t n, term *value);
bool held_write_at(struct terms *t, struct held_object *o, term off, uint32_t n, term value);

#endif
