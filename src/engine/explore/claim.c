/* Who writes the test for new code: see struct claim. */
#include <assert.h>

#include "base/mem.h"
#include "engine/explore/inside.h"

struct claim *claim_share(struct claim *c) {
    if (c) c->refs++;
    return c;
}

void claim_drop(struct claim *c) {
    while (c && --c->refs == 0) {
        struct claim *before = c->before;
        mem_free(c);
        c = before;
    }
}

void claim_make(struct seat *seat) {
    if (claim_is_open(seat->claim) && seat->claim->refs == 1) return; /* nobody else has it, and there is no test yet */
    struct claim *c = MEM_NEW(struct claim);
    *c = (struct claim){.before = seat->claim, .refs = 1};
    if (c->before && c->before->settled) {
        claim_drop(c->before);
        c->before = NULL;
    }
    seat->claim = c;
}

void claim_settle(struct claim *c) {
    for (; c && !c->settled; c = c->before) c->settled = true;
}
