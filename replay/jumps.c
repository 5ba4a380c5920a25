/* longjmp: was the buffer filled, and is the function that filled it still there? */
#include "replay_rt.h"

#include <setjmp.h>

enum { MOST = 64 };

static struct {
    uintptr_t buffer, frame; /* of the function that called setjmp; complements: no leak is hidden */
} set[MOST];
static unsigned count; /* ever; the last MOST are kept */

static unsigned find(const void *buffer) {
    for (unsigned i = 0; i < MOST && i < count; i++)
        if (set[i].buffer == ~(uintptr_t)buffer) return i;
    return MOST;
}

void __shrike_set_jump(void *buffer, void *frame) {
    unsigned i = find(buffer);
    if (i == MOST) i = count++ % MOST;
    set[i].buffer = ~(uintptr_t)buffer;
    set[i].frame = ~(uintptr_t)frame;
}

/* Where to go on is never 0. */
static int is_filled(const char *buffer) {
    for (size_t i = 0; i < sizeof(__jmp_buf); i++)
        if (buffer[i]) return 1;
    return 0;
}

/* Callers have frames above those of the functions that they call. A buffer that we do not
 * know may be the copy of one. */
void __shrike_jump(void *buffer, void *frame) {
    unsigned i = find(buffer);
    need(buffer, sizeof(__jmp_buf));
    if (i < MOST && (uintptr_t)frame > ~set[i].frame)
        stop("dead-access", "longjmp into a function that has returned");
    if (count == 0 || (i == MOST && !is_filled(buffer))) stop("bad-access", "longjmp without setjmp");
}
