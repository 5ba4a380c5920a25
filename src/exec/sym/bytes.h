/* Bytes at an address that may be symbolic, and chains of decisions over them: what
 * the models of string functions are made of.
 *
 * A span is the bytes from an address on, up to the end of the object that the
 * address belongs to. Looking at a span decides nothing: byte i is an
 * expression, and so is the question whether it lies outside.
 *
 * A chain follows a loop over bytes that stops somewhere: step i says when the loop
 * stops there and what the result is then. `alive` says when it comes further. What
 * would be an error on the way is collected and checked once, at the end.
 */
#ifndef SHRIKE_EXEC_SYM_BYTES_H
#define SHRIKE_EXEC_SYM_BYTES_H

#include "exec/sym/sym.h"

struct span {
    uint64_t addr;       /* of byte 0, if fixed */
    uint64_t base, size; /* of the object; size 0: there is none */
    expr off;            /* of byte 0 from base, if not fixed */
    expr array;          /* the object's bytes, if not fixed and not narrow */
    uint64_t lo, hi;     /* range of off, if narrow */
    expr limit;          /* symbolic size of the object; none: `size` */
    bool fixed, narrow, write;
};

/* False: stopped. An address that is not constant is narrowed to one object. */
bool span_open(struct exec *x, struct span *v, expr addr, bool write);
/* Byte i; anything if it is outside. */
expr span_byte(struct exec *x, struct span *v, uint64_t i);
/* When does one of the first n bytes lie outside (n: an expression of pointer width)? */
expr span_outside_n(struct exec *x, const struct span *v, expr n);
/* Reports an access to n bytes from byte i on, under the state's model. */
void span_fault(struct exec *x, const struct span *v, uint64_t i, uint64_t n);

struct chain_error {
    expr when;
    const struct span *view;
    uint64_t index;
};

struct chain {
    expr alive;
    VEC(expr) stops;
    VEC(expr) values;
    VEC(struct chain_error) errors;
    uint32_t open; /* steps that may stop since `alive` was last decided */
    bool decides;  /* every step is decided */
};

void chain_init(struct exec *x, struct chain *c);
void chain_release(struct chain *c);
/* Looks at byte i of v: an error if the loop comes here and it is outside. False: the
 * loop never comes further than this. */
bool chain_visit(struct exec *x, struct chain *c, const struct span *v, uint64_t i);
/* The loop stops here, with this value, if `stop`. False: it always does, or the run is at
 * a limit. May fork when the chain gets long, or if it decides. */
bool chain_step(struct exec *x, struct chain *c, expr stop, expr value);
/* Checks the errors. False: stopped. */
bool chain_check(struct exec *x, struct chain *c);
/* The result; `otherwise` if no step stops. */
expr chain_result(struct exec *x, const struct chain *c, expr otherwise);

/* The bytes at a concrete address, in one page of a readable object, and how many there
 * are; NULL if that is not plain. They count only as far as bytes_plain says. */
const uint8_t *bytes_raw(struct exec *x, uint64_t addr, uint64_t *n);
/* None of them, all in one page, is symbolic or uninitialised. */
bool bytes_plain(struct exec *x, uint64_t addr, uint64_t n);

#endif
