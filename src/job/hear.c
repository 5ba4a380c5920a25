#include "job/submit.h"

#include "base/bytes.h"
#include "engine/covered.h"
#include "exec/sym/premise.h"
#include "ir/cfg.h"
#include "session/finding.h"

static bool read_blocks(const uint8_t **p, const uint8_t *end, struct covered *c, bool same) {
    vec_points blocks = {0};
    bool ok = same ? coverbytes_read(p, end, c, COVERBYTES_BLOCKS, &blocks) : coverbytes_skip(p, end);
    for (uint32_t i = 0; i < blocks.len; i++)
        covered_block(c, c->p->functions.data[blocks.data[i].function], blocks.data[i].pc);
    vec_release(&blocks);
    return ok;
}

static bool read_returns(const uint8_t **p, const uint8_t *end, struct covered *c, bool same) {
    vec_points calls = {0};
    bool ok = same ? coverbytes_read(p, end, c, COVERBYTES_CALLS, &calls) : coverbytes_skip(p, end);
    for (uint32_t i = 0; i < calls.len; i++)
        covered_return(c, c->p->functions.data[calls.data[i].function], calls.data[i].pc);
    vec_release(&calls);
    return ok;
}

/* A number, and as many bytes as it says. */
static bool get_part(const uint8_t **p, const uint8_t *end, uint64_t *n, const uint8_t **from, const uint8_t **to) {
    uint64_t size;
    if (!get_var(p, end, n) || !get_u64(p, end, &size) || size > (uint64_t)(end - *p)) return false;
    *from = *p;
    *to = *p += size;
    return true;
}

static bool hear_findings(struct session *s, const uint8_t **p, const uint8_t *end,
                          const struct job_listener *listener) {
    uint64_t n;
    const uint8_t *from, *to;
    bool ok = get_part(p, end, &n, &from, &to);
    for (uint64_t i = 0; ok && i < n; i++) {
        uint32_t known = s->findings.len;
        vec_u8 file = {0};
        ok = session_adopt(s, &from, to) && get_bytes(&from, to, &file);
        if (ok && s->findings.len > known && listener->finding)
            listener->finding(listener->owner, &vec_last(&s->findings), &file);
        vec_release(&file);
    }
    return ok && from == to;
}

static bool hear_tests(struct session *s, const uint8_t **p, const uint8_t *end, const struct job_listener *listener) {
    uint64_t n, size;
    const uint8_t *from, *to;
    bool ok = get_part(p, end, &n, &from, &to);
    for (uint64_t i = 0; ok && i < n; i++) {
        struct test t = {0};
        ok = get_u64(&from, to, &size) && test_read(&t, s->p, &from, to);
        if (ok && listener->test) listener->test(listener->owner, &t, (int64_t)size);
        test_release(&t);
    }
    return ok && from == to;
}

static bool hear_targets(struct session *s, const uint8_t **p, const uint8_t *end,
                         const struct job_listener *listener) {
    uint64_t n, id;
    const uint8_t *from, *to;
    bool ok = get_part(p, end, &n, &from, &to);
    for (uint64_t i = 0; ok && i < n; i++) {
        struct test t = {0};
        ok = get_u64(&from, to, &id) && id < s->line->targets.len && test_read(&t, s->p, &from, to);
        if (ok && listener->target) listener->target(listener->owner, (uint32_t)id, &t);
        test_release(&t);
    }
    return ok && from == to;
}

/* A block that an input has executed. *new: no other has, so far. */
static bool hear_block(struct session *s, const uint8_t **p, const uint8_t *end, bool *new) {
    uint64_t fn, pc;
    const struct program *program = s->p;
    if (!get_var(p, end, &fn) || !get_var(p, end, &pc) || !fn || fn >= program->functions.len) return false;
    const struct function *f = program->functions.data[fn];
    if (!ir_has_code(f) || pc >= f->ncode || f->blocks[cfg_block_at(f, (uint32_t)pc)].first != pc) return false;
    *new |= covered_block(&s->covered, f, (uint32_t)pc);
    return true;
}

static bool hear_inputs(struct session *s, const uint8_t **p, const uint8_t *end, const struct job_listener *listener) {
    uint64_t n, blocks;
    const uint8_t *from, *to;
    bool ok = get_part(p, end, &n, &from, &to);
    for (uint64_t i = 0; ok && i < n; i++) {
        vec_u8 file = {0};
        bool new = false;
        ok = get_bytes(&from, to, &file) && get_var(&from, to, &blocks);
        for (uint64_t k = 0; ok && k < blocks; k++) ok = hear_block(s, &from, to, &new);
        if (ok && new && listener->input) listener->input(listener->owner, &file);
        vec_release(&file);
    }
    return ok && from == to;
}

static bool hear_counts(struct session *s, const uint8_t **p, const uint8_t *end) {
    struct stats *stats = &s->ctx->stats;
    uint64_t generations, diverged;
    if (!get_var(p, end, &generations) || !get_var(p, end, &diverged)) return false;
    if (generations > stats->concolic_generation) stats->concolic_generation = generations;
    stats->concolic_diverged += diverged;
    return true;
}

bool result_hear(struct session *s, const struct piece_result *r, bool same_engine,
                 const struct job_listener *listener) {
    const uint8_t *p = r->body.data, *end = p + r->body.len;
    bool ok = sym_gaps_read(&p, end, s->x.sym) && (r->gaps & ~s->x.sym->gaps.seen) == 0 &&
              premises_read(&p, end, &s->x.sym->premises, s->p) && hear_findings(s, &p, end, listener) &&
              hear_tests(s, &p, end, listener) && hear_targets(s, &p, end, listener) &&
              hear_inputs(s, &p, end, listener) && hear_counts(s, &p, end) &&
              read_blocks(&p, end, &s->covered, same_engine) && read_returns(&p, end, &s->covered, same_engine) &&
              p == end;
    s->run.counts.paths += r->paths;
    s->run.counts.partial += r->partial;
    s->x.instructions += r->instructions;
    if (!ok) sym_gap_at(&s->x, GAP_OPEN, "a worker's result was malformed, and refused", 0, NULL);
    if (!r->exhausted) sym_gap_at(&s->x, GAP_OPEN, "a worker stopped before all of its piece was executed", 0, NULL);
    return ok;
}
