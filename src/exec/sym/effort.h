/* Where effort goes, by place in the user's source: instructions, forks, questions to the solver and their time.
 *
 * A place is charged where the program decides something that depends on an input: with the
 * instructions since the last such place, the states that the decision makes, and the questions
 * that were asked meanwhile. A stretch without any decision is charged where its slice ends. So
 * sums are exact, and places are those of the next decision.
 */
#ifndef SHRIKE_EXEC_SYM_EFFORT_H
#define SHRIKE_EXEC_SYM_EFFORT_H

#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

struct exec;

struct effort_place {
    uint32_t pos; /* into program.positions */
    uint64_t decisions, forks, instructions;
    uint64_t questions, solver_ns;
};

struct efforts {
    struct map by_pos; /* -> index into places */
    VEC(struct effort_place) places;
    uint32_t at;           /* the last decision's position; 0: none */
    uint64_t instructions; /* charged so far */
};

struct efforts *effort_new(void);
void effort_free(struct efforts *e); /* NULL is fine */
/* x->now is about to decide. For runs that count (x->effort) and are no shadow. */
void effort_decides(struct exec *x);
/* A slice of x->now has ended, with so many states made. */
void effort_step(struct exec *x, uint32_t forks);
/* A question was asked for x->now (owner); of the type that solver_listen wants. */
void effort_asked(void *owner, uint64_t ns);

#endif
