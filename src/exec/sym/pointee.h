/* Memory that an input points to.
 *
 * A pointer that is an input (a nondeterministic function returns it, a function without body
 * writes it, it was never set) may point anywhere, and nothing can be said about what is
 * there. Where wrong accesses are not asked for we assume what every other tool does: a pointer
 * that is followed points to memory of its own. That memory is made where it is followed first:
 * bytes on both sides of the place, of any contents. A premise says so, with the lines.
 *
 * Invariants: (1) the memory of a symbol is at one place, the same on all paths (symbolic.pointees); (2) a
 * state that has it has a path condition under which the symbol is that address; (3) its contents are one
 * input, whose number follows from the place. So it makes no difference on which path it was made first,
 * and a state without it has not looked at that memory.
 *
 * What this leaves out is what the premise says: pointers that are NULL, wild, to variables and blocks of
 * the program, or to one another's memory. Those that are compared first are not left out: where p == q
 * holds, both are one address.
 *
 * A function pointer that is an input is led to such memory as well when it is called, and what is there
 * is a function outside of the program: it returns anything and changes nothing, as the premise says.
 */
#ifndef SHRIKE_EXEC_SYM_POINTEE_H
#define SHRIKE_EXEC_SYM_POINTEE_H

#include <stdbool.h>
#include <stdint.h>

#include "expr/expr.h"

struct exec;
struct ir_call;
struct state;

/* From here on, unless errors are looked for that it would hide. For engines that know of it. */
void pointee_allow(struct exec *x);

/* *addr is about to be accessed, or what it is a part of. If that is a sum with a pointer that is an input,
 * it gets memory, and *addr is in terms of that. False: stopped. */
bool pointee_follow(struct exec *x, expr *addr);

/* The same for what a function without body writes there, but nothing is made. True: whatever it writes, the path
 * has not looked at what was there. False: it is not so, or stopped. */
bool pointee_unseen(struct exec *x, expr *addr);

/* The pointer in register `slot` is about to be called: it leads to a function of its own, if it may. False: stopped.
 */
bool pointee_follow_call(struct exec *x, uint32_t slot);
/* Is a call of this address one of a function that an input points to? */
bool pointee_is_function(const struct exec *x, uint64_t address, const struct ir_call *call);
/* Executes that call, whose result goes to register `slot`. */
void pointee_call(struct exec *x, uint64_t address, const struct ir_call *call, uint32_t slot);

/* Would following the pointer e, as it is in st, lead to what is at `addr` as well? addr 0: was it not followed yet? */
bool pointee_leads(struct exec *x, struct state *st, expr e, uint64_t addr);
/* Both states have what one of them has: for those that are to be merged. */
void pointee_share(struct exec *x, struct state *a, struct state *b);

#endif
