#include "job/execute.h"

#include <assert.h>
#include <string.h>

#include "base/bytes.h"
#include "base/hash.h"
#include "engine/aim.h"
#include "engine/covered.h"
#include "engine/share.h"
#include "exec/sym/errors.h"
#include "exec/sym/premise.h"
#include "job/fuzz.h"
#include "session/finding.h"
#include "test/from_state.h"

enum { PARTS_IN_PIECE = 32, KEY_BYTES = PIECE_MOST_BYTES / 4, MOST_CHILDREN = PIECE_MOST_CHILDREN / 2 };

/* ---- pieces ------------------------------------------------------------------------------------------ */

void piece_whole(struct piece *p, enum engine engine) {
    memset(p, 0, sizeof *p);
    p->engine = engine;
    put_var(&p->key, 0);
    piece_name(p);
}

void piece_in_order(struct piece *p, enum engine engine, uint32_t order, bool alone) {
    memset(p, 0, sizeof *p);
    p->engine = engine;
    put_var(&p->key, 0);
    put_var(&p->key, order);
    put_var(&p->key, alone);
    piece_name(p);
}

/* False: it is not done in any order in particular, or malformed. */
static bool get_turn(const struct piece *p, uint32_t *order, bool *alone) {
    const uint8_t *key = p->key.data, *end = key + p->key.len;
    uint64_t n, turn, flag;
    if (p->engine >= ENGINE_AUTO || engine_orders((enum engine)p->engine) < 2 || !get_var(&key, end, &n) || n ||
        !get_var(&key, end, &turn) || turn > PIECE_MOST_PARTS)
        return false;
    if (!get_var(&key, end, &flag) || flag > 1 || key != end || p->hints.len) return false;
    *order = (uint32_t)turn;
    *alone = flag;
    return true;
}

bool piece_hears(const struct piece *p) {
    uint32_t order;
    bool alone;
    return get_turn(p, &order, &alone) && !alone;
}

bool piece_keeps_facts(const struct piece *p) { return piece_hears(p) && engine_keeps_facts((enum engine)p->engine); }

bool piece_tells_blocks(const struct piece *p) {
    return p->engine < ENGINE_AUTO && engine_tells_blocks((enum engine)p->engine);
}

bool piece_tells_loops(const struct piece *p) {
    return p->engine < ENGINE_AUTO && engine_tells_loops((enum engine)p->engine);
}

/* Parts of the piece, for the engine. */
static bool read_parts(const struct piece *p, struct run_share *share) {
    const uint8_t *key = p->key.data, *end = key + p->key.len;
    uint64_t n;
    if (share->notes) return true; /* the whole program */
    if (!get_var(&key, end, &n) || n > PIECE_MOST_PARTS || (!n && (key != end || p->hints.len))) return false;
    share->nparts = (uint32_t)n;
    share->key = key;
    share->key_end = end;
    share->hints = p->hints.data;
    share->hints_end = share->hints + p->hints.len;
    return true;
}

/* ---- working ----------------------------------------------------------------------------------------- */

/* Parts that are to be one piece. */
struct bundle {
    vec_u8 key, hints;
    uint32_t nparts;
};

struct execution {
    struct job_command *c;
    const struct piece *p;
    const struct execute_hooks *hooks;
    struct piece_result *r;
    struct aim *aim; /* of reach; NULL: none */
    struct blocknotes_hooks between;
    struct blocknotes *blocknotes; /* NULL: the worker does not tell others what it covers */
    vec_u8 findings, tests, targets, inputs;
    uint64_t ntargets, ninputs, generations, diverged;
    struct bundle bundles[SHARE_PARTS]; /* what is given away in this round */
};

/* The parts collected so far become a piece. */
static void split(struct execution *w, struct bundle *b) {
    struct piece child = {
        .job = w->p->job, .engine = w->p->engine, .generation = w->p->generation + 1, .group = w->p->group};
    if (!b->nparts) return;
    put_var(&child.key, b->nparts);
    for (uint32_t i = 0; i < b->key.len; i++) vec_push(&child.key, b->key.data[i]);
    copy_bytes(&child.hints, &b->hints);
    piece_name(&child);
    w->hooks->split(w->hooks->owner, &child);
    vec_push(&w->r->children, child);
    vec_clear(&b->key);
    vec_clear(&b->hints);
    b->nparts = 0;
}

static void split_all(struct execution *w) {
    for (uint32_t i = 0; i < SHARE_PARTS; i++) split(w, &w->bundles[i]);
}

static uint32_t wanted(void *owner, const struct run *so_far) {
    struct execution *w = owner;
    if (w->blocknotes) blocknotes_turn(w->blocknotes);
    uint32_t n = w->hooks->wanted(w->hooks->owner, so_far, w->tests.len + w->findings.len + w->inputs.len);
    if (w->r->children.len >= MOST_CHILDREN) n = 0; /* a result must stay readable */
    return n > SHARE_PARTS && n != SHARE_ALL ? SHARE_PARTS : n;
}

static void give(void *owner, uint32_t heap, const vec_u8 *key, const vec_u8 *hints) {
    struct execution *w = owner;
    struct bundle *b = &w->bundles[heap % SHARE_PARTS];
    for (uint32_t i = 0; i < key->len; i++) vec_push(&b->key, key->data[i]);
    for (uint32_t i = 0; i < hints->len; i++) vec_push(&b->hints, hints->data[i]);
    b->nparts++;
    uint32_t most = w->c->line.command == CMD_FUZZ ? PIECE_MOST_PARTS
                                                   : PARTS_IN_PIECE; /* a fuzzer ranks them, and wants to have all */
    if (b->nparts >= most || b->key.len + b->hints.len > KEY_BYTES) split(w, b);
}

static void given(void *owner) { split_all(owner); }

/* file: the input of fuzzing. */
static void add_finding(struct execution *w, struct exec *x, const vec_u8 *file) {
    struct finding f = {.bug = x->bug, .stdin_size = session_stdin_size(x)};
    test_from_state(x, x->now, &f.test);
    finding_write(&f, &w->findings);
    put_bytes(&w->findings, file->data, file->len);
    w->r->findings++;
    test_release(&f.test);
}

static bool on_bug(void *owner, struct exec *x) {
    static const vec_u8 none = {0};
    add_finding(owner, x, &none);
    return true;
}

/* As reach does it: an error ends its path. */
static bool on_end(void *owner, struct exec *x) {
    (void)owner;
    if (!error_ends_run(x->bug.kind)) sym_gap(x, GAP_UNDEFINED, str_text(&x->bug.message));
    return true;
}

static bool on_path(void *owner, struct exec *x, enum stop stop, bool new_code) {
    struct execution *w = owner;
    struct test test = {0};
    (void)stop;
    if (w->c->ctx.opt.only_new && !new_code) return true; /* another test of this piece has it */
    test_from_state(x, x->now, &test);
    put_u64(&w->tests, (uint64_t)session_stdin_size(x));
    test_write(&test, &w->tests);
    w->r->tests++;
    test_release(&test);
    return true;
}

static bool on_target(void *owner, struct exec *x, uint32_t id) {
    struct execution *w = owner;
    if (!aim_is_open(w->aim, id)) return true;
    struct test test = {0};
    test_from_state(x, x->now, &test);
    if (session_asks_assembly(&test)) {
        sym_gap(x, GAP_ASSEMBLY, NULL);
    } else {
        aim_close(w->aim, id);
        put_u64(&w->targets, id);
        test_write(&test, &w->targets);
        w->ntargets++;
    }
    test_release(&test);
    return true;
}

static bool is_hopeless(void *owner, const struct state *st) {
    return aim_hopeless(((const struct execution *)owner)->aim, st);
}
static bool wants(void *owner, uint32_t id) { return aim_is_open(((const struct execution *)owner)->aim, id); }

static void on_crash(void *owner, struct exec *x, const vec_u8 *file) { add_finding(owner, x, file); }

static void on_input(void *owner, const vec_u8 *file, const vec_u64 *blocks) {
    struct execution *w = owner;
    put_bytes(&w->inputs, file->data, file->len);
    put_var(&w->inputs, blocks->len);
    for (uint32_t i = 0; i < blocks->len; i++) {
        put_var(&w->inputs, blocks->data[i] >> 32);
        put_var(&w->inputs, (uint32_t)blocks->data[i]);
    }
    w->ninputs++;
}

/* Blocks that were executed here. */
static void write_blocks(vec_u8 *out, const struct covered *c) {
    vec_points blocks = {0};
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        for (uint32_t b = 0; ir_has_code(f) && b < f->nblocks; b++)
            if (covered_has_block(c, f, f->blocks[b].first))
                vec_push(&blocks, (struct code_point){i, f->blocks[b].first});
    }
    coverbytes_write(out, c, blocks.data, blocks.len);
    vec_release(&blocks);
}

/* Calls that have returned here. */
static void write_returns(vec_u8 *out, const struct covered *c) {
    vec_points calls = {0};
    for (uint32_t i = 1; i < c->p->functions.len; i++) {
        const struct function *f = c->p->functions.data[i];
        for (uint32_t pc = 0; ir_has_code(f) && pc < f->ncode; pc++)
            if (covered_has_returned(c, f, pc)) vec_push(&calls, (struct code_point){i, pc});
    }
    coverbytes_write(out, c, calls.data, calls.len);
    vec_release(&calls);
}

static void put_part(vec_u8 *out, uint64_t n, const vec_u8 *bytes) {
    put_var(out, n);
    put_bytes(out, bytes->data, bytes->len);
}

static void write_body(struct execution *w) {
    struct session *s = &w->c->s;
    vec_u8 *out = &w->r->body;
    sym_gaps_write(out, s->x.sym);
    premises_write(out, &s->x.sym->premises);
    put_part(out, w->r->findings, &w->findings);
    put_part(out, w->r->tests, &w->tests);
    put_part(out, w->ntargets, &w->targets);
    put_part(out, w->ninputs, &w->inputs);
    put_var(out, w->generations);
    put_var(out, w->diverged);
    write_blocks(out, &s->covered); /* behind those of single inputs, which are new then */
    write_returns(out, &s->covered);
}

static bool explore(struct execution *w, const struct run_share *share) {
    struct session *s = &w->c->s;
    struct listener to = {.bug = on_bug, .owner = w};
    if (s->line->command == CMD_TEST) to.path = on_path;
    if (s->line->command == CMD_REACH) {
        w->aim = aim_new(s->p, s->line->targets.len);
        to.bug = on_end;
        to.target = on_target;
        to.hopeless = is_hopeless;
        to.wants = wants;
    }
    if (engine_divides(s->engine) || share->notes) s->share = share;
    bool ok = session_explore(s, &to, NULL);
    if (w->aim) aim_free(w->aim);
    return ok;
}

/* The same piece makes the same guesses, another one others. */
static bool fuzz(struct execution *w, const struct run_share *share) {
    struct fuzz_piece f = {.bug = on_crash, .input = on_input, .owner = w};
    f.number = hash_mix((uint64_t)w->c->ctx.opt.seed, hash_bytes(w->p->name, PIECE_NAME));
    fuzz_execute(&w->c->s, share, &f);
    w->generations = f.generations;
    w->diverged = f.diverged;
    return true;
}

/* From now on the worker tells others what it covers, and hears them. */
static void begin_notes(struct execution *w, struct blocknotes *h) {
    struct session *s = &w->c->s;
    w->between = (struct blocknotes_hooks){.link = &w->hooks->link};
    if (w->hooks->board) w->between.board = w->hooks->board(w->hooks->owner, s->engine, &w->between.words);
    blocknotes_init(h, &s->covered, s->engine, &w->between, &s->ctx->log);
    w->blocknotes = h;
}

static void end_notes(struct execution *w) {
    if (!w->blocknotes) return;
    blocknotes_end(w->blocknotes);
    blocknotes_release(w->blocknotes);
    w->blocknotes = NULL;
}

static void execute(struct execution *w, struct run_share *share) {
    struct session *s = &w->c->s;
    struct blocknotes blocknotes;
    if (piece_tells_blocks(w->p) && w->hooks->link.tell) begin_notes(w, &blocknotes);
    if (piece_tells_loops(w->p) && w->hooks->link.tell && s->line->command == CMD_VERIFY) s->link = &w->hooks->link;
    share->wanted = wanted;
    share->give = give;
    share->given = given;
    share->owner = w;
    bool ok = s->line->command == CMD_FUZZ ? fuzz(w, share) : explore(w, share);
    end_notes(w);
    s->link = s->run.link = NULL;
    w->r->exhausted = ok && s->exhausted;
    w->r->gaps = s->x.sym->gaps.seen;
    w->r->paths = s->run.counts.paths;
    w->r->partial = s->run.counts.partial;
    w->r->instructions = s->x.instructions;
    if (share->notes) {
        w->r->attempt = share->notes->attempt;
        w->r->rests = share->notes->rests; /* taken over */
    }
    write_body(w);
}

/* Does the command have this engine do pieces? */
static bool suits(enum command command, enum engine engine) {
    switch (command) {
    case CMD_VERIFY: return true;
    case CMD_REACH: return engine_reaches(engine);
    default: return engine == engine_of_command(command);
    }
}

bool piece_execute(struct job_command *c, const struct piece *p, const struct execute_hooks *hooks,
                   struct piece_result *r) {
    struct execution w = {.c = c, .p = p, .hooks = hooks, .r = r};
    struct run_share share = {0};
    struct share_notes notes = {.link = hooks->link};
    if (!piece_keeps_facts(p)) notes.link.keep = NULL;
    bool alone;
    uint64_t began = clock_ns();
    memset(r, 0, sizeof *r);
    memcpy(r->name, p->name, sizeof r->name);
    if (get_turn(p, &notes.order, &alone)) share.notes = &notes;
    bool ok = p->engine < ENGINE_AUTO && (!share.notes || c->line.command == CMD_VERIFY) && read_parts(p, &share) &&
              (!share.nparts || engine_divides((enum engine)p->engine)) &&
              suits(c->line.command, (enum engine)p->engine);
    c->s.engine = ok ? (enum engine)p->engine : engine_of_command(c->line.command);
    ok = ok && session_begin(&c->s);
    if (ok) execute(&w, &share);
    r->milliseconds = (clock_ns() - began) / 1000000;
    vec_release(&w.findings);
    vec_release(&w.tests);
    vec_release(&w.targets);
    vec_release(&w.inputs);
    for (uint32_t i = 0; i < SHARE_PARTS; i++) {
        vec_release(&w.bundles[i].key);
        vec_release(&w.bundles[i].hints);
    }
    return ok;
}
