/* Which state writes the test for new code: see struct code_claim. */
#include <assert.h>

#include "base/mem.h"
#include "engine/explore/inside.h"

struct code_claim *claim_share(struct code_claim *c) {
    if (c) c->refs++;
    return c;
}

void claim_drop(struct code_claim *c) {
    while (c && --c->refs == 0) {
        struct code_claim *before = c->before;
        mem_free(c);
        c = before;
    }
}

void claim_make(struct state_info *info) {
    if (claim_is_open(info->claim) && info->claim->refs == 1) return; /* no other state has it; there is no test yet */
    struct code_claim *c = MEM_NEW(struct code_claim);
    *c = (struct code_claim){.before = info->claim, .refs = 1};
    if (c->before && c->before->settled) {
        claim_drop(c->before);
        c->before = NULL;
    }
    info->claim = c;
}

void claim_settle(struct code_claim *c) {
    for (; c && !c->settled; c = c->before) c->settled = true;
}
