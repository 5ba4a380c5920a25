#include "engine/coverbytes.h"

#include <assert.h>

#include "ir/cfg.h"

void coverbytes_write(vec_u8 *out, const struct covered *c, const struct code_point *places, uint32_t n) {
    uint64_t last = 0;
    put_var(out, n);
    for (uint32_t i = 0; i < n; i++) {
        uint64_t number = (uint64_t)c->first_code[places[i].function] + places[i].pc + 1;
        assert(number > last);
        put_var(out, number - last);
        last = number;
    }
}

static bool get_difference(const uint8_t **p, const uint8_t *end, uint64_t *delta) { return get_var(p, end, delta) && *delta && *delta <= UINT32_MAX; }

/* Is there code of function fn up to that number? */
static bool reaches(const struct covered *c, uint32_t fn, uint64_t number) {
    const struct function *f = c->p->functions.data[fn];
    return ir_has_code(f) && (uint64_t)c->first_code[fn] + f->ncode >= number;
}

static bool is_there(const struct function *f, uint32_t pc, enum coverbytes_kind kind) {
    if (kind == COVERBYTES_CALLS) return f->code[pc].op == IR_CALL || f->code[pc].op == IR_CALLI;
    return f->blocks[cfg_block_at(f, pc)].first == pc;
}

bool coverbytes_read(const uint8_t **p, const uint8_t *end, const struct covered *c, enum coverbytes_kind kind, vec_points *places) {
    uint64_t n, delta, number = 0;
    uint32_t fn = 1;
    if (!get_var(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++) {
        if (!get_difference(p, end, &delta)) return false;
        number += delta;
        while (fn < c->p->functions.len && !reaches(c, fn, number)) fn++;
        if (fn == c->p->functions.len) return false;
        const struct function *f = c->p->functions.data[fn];
        assert(number > c->first_code[fn]); /* or an earlier one would reach it */
        uint32_t pc = (uint32_t)(number - 1 - c->first_code[fn]);
        if (!is_there(f, pc, kind)) return false;
        vec_push(places, (struct code_point){fn, pc});
    }
    return true;
}

bool coverbytes_skip(const uint8_t **p, const uint8_t *end) {
    uint64_t n, delta;
    if (!get_var(p, end, &n)) return false;
    for (uint64_t i = 0; i < n; i++)
        if (!get_difference(p, end, &delta)) return false;
    return true;
}
