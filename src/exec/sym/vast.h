/* Objects of any size: bounds are questions about an expression, contents are an array.
 *
 * Where an engine asks for it (symbolic.wants_vast), a block or variable whose size is an expression
 * becomes *vast*. It has no capacity and no bytes in pages: mem_object.array is all that it holds, an
 * array over offsets. For the program it does not lie where its object does (whose few bytes stand for
 * it in tables and lists), but at mem_object.place: an address of a part of the address space where nothing else is,
 * plus a symbol of its own that nothing is known of but its alignment and that it is small. So what
 * the program computes from an address shows by that symbol where it came from, no address in it is
 * ever a constant, and whether addresses of two vast objects are equal is left open, which is more than any
 * machine does. The part of the address space is such that no object runs over its end (VAST_MOST).
 *
 * Invariants: (1) place and size_sym of a vast object are not 0; (2) no other object has its symbol; (3) no
 * object that is not vast lies behind the first place of vast ones.
 */
#ifndef SHRIKE_EXEC_SYM_VAST_H
#define SHRIKE_EXEC_SYM_VAST_H

#include "exec/sym/sym.h"

enum {
    VAST_HANDLE = 16, /* bytes of the object itself */
    VAST_ALIGN = 4096 /* the largest alignment that there is */
};

/* The largest size: what any machine has. */
uint64_t vast_most(const struct exec *x);
/* Can objects become vast? */
bool vast_possible(const struct exec *x);
/* Makes one of an object of VAST_HANDLE bytes, to be changed; size is at most vast_most. Its address. */
expr vast_make(struct exec *x, struct mem_object *obj, expr size, uint32_t align);

enum vast_found { VAST_NO, VAST_YES, VAST_STOPPED };
/* The vast object that an address was computed from, and where in it. May decide which of several. The object may be
 * dead or another one by now: vast_is says so. NO: the address has nothing to do with any. */
enum vast_found vast_find(struct exec *x, expr addr, struct mem_object **obj, expr *off);
/* Was e computed from the address of a vast object, of whatever state? */
bool vast_mentions(const struct exec *x, expr e);
/* What cannot be done with such an address: a gap, and the path ends. Always false. */
bool vast_gives_up(struct exec *x);
/* The same as vast_find for an address that shows which object it came from; NULL: it does not. */
struct mem_object *vast_origin(struct exec *x, expr addr, expr *off);
/* n bytes (at most 8) at an offset, checked. False: stopped. */
bool vast_load(struct exec *x, struct mem_object *obj, expr off, uint32_t n, expr *value);
bool vast_store(struct exec *x, struct mem_object *obj, expr off, uint32_t n, expr value);
/* Its n bytes from an offset on, checked, get unknown values. False: stopped. */
bool vast_forget(struct exec *x, struct mem_object *obj, expr off, expr n);
/* free(): false: stopped. */
bool vast_free(struct exec *x, struct mem_object *obj, expr off);
/* The contents of the one at base, in x->now, as an array of elements of that many bits; what has other elements, was
 * never looked at, or is no vast object, is unknown. */
expr vast_contents(struct exec *x, uint64_t base, uint32_t width);
/* Is the symbol that of a vast object of the state, or of its contents? */
bool vast_knows(const struct exec *x, const struct state *st, symbol s);

#endif
