#include "job/searches.h"

#include <assert.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "base/mem.h"
#include "portfolio/gate.h"
#include "portfolio/portfolio.h"

enum {
    MOST_TESTS = 1 << 20,    /* later ones are written, and not listed */
    MOST_ERRORS = 4096,      /* each process that finds a later one reports it */
    COVERAGE_BYTES = 1 << 24 /* programs with more code: each process has a coverage of its own */
};

/* Of three orders tried on five tools of coreutils, a minute each, it covered most (bench/coreutils/run search
 * compares). */
static const char order[] = "random-path,covnew,places:2,settings:8";

/* The first is what `--engine=explore` is. The second ends what it has begun, the third goes where code is new and
 * takes long ways last. */
static const struct search_order {
    const char *name /* NULL: the engine's */, *search;
    double weight;
} members[] = {
    {NULL, order, 2},
    {"explore-deep", "dfs:4,covnew,settings:8", 2},
    {"explore-near", "md2u,covnew,random-path", 1},
};
enum { SEARCHES = sizeof members / sizeof *members };

/* In shared memory, zero at first. */
struct searches_board {
    _Atomic uint32_t numbers, started, arrived, ending;
    _Atomic uint64_t paths[SEARCHES], partial[SEARCHES];
    _Atomic uint64_t errors[MOST_ERRORS];
    _Atomic uint64_t tests[MOST_TESTS]; /* 1 + error_key, by number; 0: not written */
    _Atomic uint64_t coverage[COVERAGE_BYTES / sizeof(uint64_t)];
};

struct searches {
    struct searches_board *board;
    int member; /* that this process is */
};

struct searches *searches_new(void) {
    void *board = mmap(NULL, sizeof(struct searches_board), PROT_READ | PROT_WRITE,
                       MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (board == MAP_FAILED) return NULL;
    struct searches *f = MEM_NEW(struct searches);
    f->board = board;
    return f;
}

void searches_free(struct searches *f) {
    if (!f) return;
    munmap(f->board, sizeof *f->board);
    mem_free(f);
}

/* As many as can run at the same time: a stopped process cannot write its tests. */
static uint32_t how_many(void) {
    cpu_set_t set;
    int n = sched_getaffinity(0, sizeof set, &set) ? 1 : CPU_COUNT(&set);
    return n < 1 ? 1 : n > SEARCHES ? SEARCHES : (uint32_t)n;
}

static bool has_order(const struct options *opt) {
    struct options usual;
    options_init(&usual);
    bool has = opt->search != usual.search; /* the text of the default may be asked for by name */
    options_release(&usual);
    return has;
}

const char *searches_order(const struct context *ctx) {
    return ctx->opt.only_new && !has_order(&ctx->opt) ? order : NULL;
}

bool searches_suits(const struct context *ctx) {
    const struct options *opt = &ctx->opt;
    struct options usual;
    options_init(&usual);
    bool alone = has_order(opt) || opt->max_states != usual.max_states || opt->max_forks != usual.max_forks ||
                 opt->max_instructions || opt->minimise || opt->html || opt->trace_paths ||
                 opt->external == EXTERNAL_NATIVE || opt->write_files;
    options_release(&usual);
    return !alone && opt->only_new && ctx->limits.deadline_ns && how_many() > 1;
}

int searches_run(struct session *s, int (*run)(void *owner, int member, struct gate *gate), void *owner) {
    struct portfolio_engine engines[SEARCHES];
    for (int i = 0; i < SEARCHES; i++)
        engines[i] = (struct portfolio_engine){.name = members[i].name ? members[i].name
                                                                       : engine_name(engine_of_command(CMD_TEST)),
                                               .engine = i,
                                               .weight = members[i].weight};
    struct portfolio p = {.ctx = s->ctx,
                          .engines = engines,
                          .nengines = how_many(),
                          .processors = SEARCHES,
                          .run = run,
                          .owner = owner,
                          .files = s->line->files.data,
                          .nfiles = s->line->files.len};
    return portfolio_run(&p);
}

void searches_enter(struct searches *f, struct session *s, int member, struct gate *gate) {
    assert(member == PORTFOLIO_TELLER || (member >= 0 && member < SEARCHES));
    f->member = member;
    if (member != PORTFOLIO_TELLER) atomic_fetch_add(&f->board->started, 1);
    s->gate = gate;
    s->engine = engine_of_command(CMD_TEST);
    s->search = member >= 0 ? members[member].search : NULL;
}

void searches_join(struct searches *f, struct session *s) {
    if (covered_board_size(&s->covered) > COVERAGE_BYTES) return;
    covered_join(&s->covered, f->board->coverage);
}

bool searches_ends(const struct searches *f) { return atomic_load(&f->board->ending) != 0; }

void searches_arrive(struct searches *f, bool complete) {
    enum { STEP_NS = 5000000, STEPS = 400 };
    struct searches_board *b = f->board;
    atomic_fetch_add(&b->arrived, 1);
    if (!complete) return;
    atomic_store(&b->ending, 1);
    for (int i = 0; i < STEPS && atomic_load(&b->arrived) < atomic_load(&b->started); i++)
        nanosleep(&(struct timespec){.tv_nsec = STEP_NS}, NULL);
}

void searches_count(struct searches *f, struct searches_paths so_far) {
    if (f->member < 0) return;
    atomic_store(&f->board->paths[f->member], so_far.paths);
    atomic_store(&f->board->partial[f->member], so_far.partial);
}

struct searches_paths searches_paths(const struct searches *f) {
    struct searches_paths sum = {0, 0};
    for (int i = 0; i < SEARCHES; i++) {
        sum.paths += atomic_load(&f->board->paths[i]);
        sum.partial += atomic_load(&f->board->partial[i]);
    }
    return sum;
}

_Atomic uint32_t *searches_numbers(struct searches *f) { return &f->board->numbers; }

/* A slot of the table that has the error, or is to have it; NULL: there is no room. */
static _Atomic uint64_t *slot_of(const struct searches *f, uint64_t error) {
    for (uint32_t i = 0; i < MOST_ERRORS; i++) {
        uint64_t is = atomic_load(&f->board->errors[i]);
        if (!is || is == error) return &f->board->errors[i];
    }
    return NULL;
}

void searches_wrote(struct searches *f, uint32_t number, uint64_t error) {
    if (number && number <= MOST_TESTS) atomic_store(&f->board->tests[number - 1], error + 1);
    uint64_t none = 0;
    for (_Atomic uint64_t *slot;
         error && (slot = slot_of(f, error)) && !atomic_compare_exchange_strong(slot, &none, error) && none != error;
         none = 0) {}
}

bool searches_told(const struct searches *f, uint64_t error) {
    const _Atomic uint64_t *slot = slot_of(f, error);
    return slot && atomic_load(slot) == error;
}

bool searches_has(const struct searches *f, uint32_t number, uint64_t *error) {
    uint64_t is = number && number <= MOST_TESTS ? atomic_load(&f->board->tests[number - 1]) : 0;
    *error = is ? is - 1 : 0;
    return is != 0;
}
