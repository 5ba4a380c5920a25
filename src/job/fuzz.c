#include "job/fuzz.h"

#include <assert.h>
#include <string.h>

#include "base/map.h"
#include "engine/concolic/parts.h"
#include "job/execute.h"

enum seed_kind fuzz_kind(const struct session *s) {
    if (strcmp(s->p->functions.data[s->p->entry]->name, "LLVMFuzzerTestOneInput") == 0) return SEED_FUZZER;
    switch ((enum fuzz_input)s->ctx->opt.fuzz_input) {
    case FUZZ_STREAM: return SEED_STREAM;
    case FUZZ_FILE: return SEED_FILE;
    default: return SEED_STDIN;
    }
}

uint32_t fuzz_sizes(enum seed_kind kind, uint32_t len, uint32_t sizes[FUZZ_SIZES]) {
    enum { LONG_FILE = 64 };
    sizes[0] = len;
    sizes[1] = len / 2;
    sizes[2] = len < LONG_FILE ? LONG_FILE : 2 * len;
    return kind == SEED_FILE ? FUZZ_SIZES : 1;
}

/* ---- the first piece --------------------------------------------------------------------------------- */

/* One seed leads to all executions, but for files: there each size does. All others are guesses (parts.h). */
static void put_seed(vec_u8 *parts, const vec_u8 *bytes, uint32_t size, enum seed_kind kind, struct map *trees) {
    struct work w;
    work_init(&w);
    w.root = WORK_EVERY_ROOT;
    w.kind = kind;
    w.guess = !map_put(trees, kind == SEED_FILE ? size : 0, 1);
    copy_bytes(&w.seed, bytes);
    vec_resize(&w.seed, size);
    work_write(&w, parts);
    work_release(&w);
}

bool fuzz_first_piece(const vec_files *seeds, enum seed_kind kind, struct piece *p) {
    enum { MOST_BYTES = 500000 }; /* the job has to fit into one message */
    struct map trees;
    vec_u8 parts = {0};
    uint32_t n = 0, sizes[FUZZ_SIZES];
    piece_whole(p, engine_of_command(CMD_FUZZ));
    map_init(&trees);
    for (uint32_t i = 0; i < seeds->len && parts.len <= MOST_BYTES; i++) {
        const vec_u8 *seed = &seeds->data[i].bytes;
        uint32_t k = fuzz_sizes(kind, seed->len, sizes);
        for (uint32_t j = 0; j < k; j++, n++) put_seed(&parts, seed, sizes[j], kind, &trees);
    }
    bool ok = n <= PIECE_MOST_PARTS && parts.len <= MOST_BYTES;
    if (ok && n) {
        vec_clear(&p->key);
        put_var(&p->key, n);
        vec_append(&p->key, parts.data, parts.len);
    }
    if (!ok) {
        piece_release(p);
        memset(p, 0, sizeof *p);
    }
    map_release(&trees);
    vec_release(&parts);
    return ok;
}

/* ---- working ----------------------------------------------------------------------------------------- */

struct fuzzing {
    struct generations g;
    const struct run_share *share;
    struct fuzz_piece *w;
};

/* The submitter confirms it. */
static bool on_bug(void *owner, struct exec *x, const vec_u8 *file, bool *settled) {
    struct fuzzing *f = owner;
    *settled = false;
    f->w->bug(f->w->owner, x, file);
    return true;
}

static bool on_file(void *owner, const vec_u8 *file, const vec_u64 *blocks) {
    struct fuzzing *f = owner;
    f->w->input(f->w->owner, file, blocks);
    return true;
}

static void on_progress(void *owner) {
    struct fuzzing *f = owner;
    work_parts_give(&f->g, f->share);
}

void fuzz_execute(struct session *s, const struct run_share *share, struct fuzz_piece *w) {
    static const struct listener none = {0}; /* the hooks tell */
    const struct options *opt = &s->ctx->opt;
    struct fuzzing f = {.share = share, .w = w};
    struct generations_hooks hooks = {on_bug, on_file, on_progress, &f};
    struct generations *g = &f.g;
    s->run.to = &none;
    generations_init(g, &s->run, fuzz_kind(s), &hooks, opt->mutate ? (uint64_t)opt->fuzz_size : 0);
    rng_init(&g->mutator.rng, w->number);
    work_parts_begin(g, share, w->number | 1);
    generations_run(g);
    run_limit_now(&s->run);
    s->exhausted = generations_done(g);
    if (solver_saw_nan_bits(s->x.sym->solver)) sym_gap(&s->x, GAP_NAN, NULL);
    s->run.counts.paths = runner_counts(g->runner)->runs;
    w->generations = g->generation;
    w->diverged = g->diverged;
    generations_release(g);
}
