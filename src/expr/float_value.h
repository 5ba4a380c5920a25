/* Values of operators over floats, and what they are in bits. */
#ifndef SHRIKE_EXPR_FLOAT_VALUE_H
#define SHRIKE_EXPR_FLOAT_VALUE_H

#include "expr/float.h"

bool float_op(enum expr_op op);
/* The operator's constructor, by number (see expr_build). */
expr float_build(struct expr_pool *pool, enum expr_op op, uint32_t width, uint64_t aux, const expr *k);
/* The value of one operator, by the processor; operands and result in words. False: it
 * does not have this operator (float_circuit does). */
bool float_apply(enum expr_op op, uint64_t aux, uint32_t width, const uint32_t *kid_widths, const uint64_t *const *kids,
                 uint64_t *out);
/* The same value by operators over bits alone, in terms of e's operands; none: there is
 * no circuit of bearable size (fmod of x87), or none at all (libm.h). */
expr float_circuit(struct expr_pool *pool, expr e);
/* e with circuits in the place of all operators over floats that have one. */
expr float_lowered(struct expr_pool *pool, expr e);
/* e with another value for each operation whose bits are looked at: any quiet NaN where it is one (by new symbols, the
 * same for the same operation), or the one that evaluation gives. What still looks at bits has too many layers. */
expr float_settled(struct expr_pool *pool, expr e, bool any);
/* The format of this width; false: there is none. */
bool float_format_of(uint32_t width, struct float_format *format);

#endif
