#include "report/waypoint.h"

#include <string.h>

#include "base/str.h"
#include "ir/ir.h"
#include "report/outcome.h"
#include "test/test.h"
#include "text/ctype.h"
#include "text/source.h"

const struct outcome_case *waypoint_case(const struct outcome *o) {
    for (uint32_t i = 0; i < o->ncases; i++)
        if (o->cases[i].confirmed) return &o->cases[i];
    return NULL;
}

static bool add_value(const struct test_input *in, struct str *out) {
    struct ctype type = ctype_find(in->type, false);
    if (type.class == CTYPE_UNKNOWN || type.class == CTYPE_POINTER || !in->size || in->size > 8) return false;
    type.size = in->size;
    type.character = false;
    size_t start = out->len;
    ctype_add_value(out, &type, in->bytes);
    /* Bits of a floating-point number are no constant of C. */
    return !(type.class == CTYPE_FLOAT && str_starts(out->data + start, "0x"));
}

bool waypoint_find(const struct outcome *o, const struct test_input *in, struct waypoint *w, struct str *value) {
    if (in->kind != TEST_WORD || !in->pos || !str_starts(in->name, "__VERIFIER_nondet_")) return false;
    struct position at = o->p->positions.data[in->pos];
    struct str call = {0};
    w->file = outcome_file(o, in->pos);
    w->function = in->name;
    w->line = at.line;
    source_call(o->src, w->file, at.line, at.column, &w->close, &call);
    bool there = w->close && str_starts(str_text(&call), in->name);
    str_release(&call);
    return there && add_value(in, value);
}
