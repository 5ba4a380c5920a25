/* Which errors an engine tells of. */
#ifndef SHRIKE_ENGINE_ERRORS_H
#define SHRIKE_ENGINE_ERRORS_H

#include "exec/sym.h"

struct errors {
    struct map reported; /* kind and place */
};

void errors_init(struct errors *e);
void errors_release(struct errors *e);
/* Is x->bug an error that was asked for, at a place where none was found before? One
 * that nobody asked for is a gap, unless it ends the real program as well. */
bool errors_is_new(struct errors *e, struct exec *x);

#endif
