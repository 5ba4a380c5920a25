/* The oracle of the random programs: runs the compiled program (a shared object) with all its inputs.
 *
 *   driver PROGRAM.so               every combination of inputs; prints what happened, see print_all
 *   driver PROGRAM.so a,b,c         one run with these inputs, in the order in which they are taken
 *   driver PROGRAM.so FILE.ktest    one run with the inputs of a test file
 *
 * Runs follow each other in one process, which restores the program's data and jumps out of runs that
 * fail. Undefined behaviour traps (-fsanitize-trap). Only AddressSanitizer's complaints cannot be
 * jumped out of: they end the process, and a new one goes on with the next inputs.
 *
 * With RANDOM_LEAKS in the environment, blocks that nothing points to at the end of a run are errors; RANDOM_LEAKS=all:
 * all blocks that are left.
 * Compiled with -DMEMORY_SANITIZER the driver is for programs under MemorySanitizer, and knows no
 * other errors than uninitialised reads.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <execinfo.h>
#include <link.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

enum {
    MAX_INPUTS = 64,
    MAX_OUTCOMES = 256,
    MAX_PATHS = 1 << 17,
    MAX_PROBES = 64,
    MAX_VALUES = 2048,
    MAX_SAMPLES = 64,
    MAX_RUNS = 70000,
    MAX_DEATHS = 400,
    MAX_BLOCKS = 4096,
    SECONDS = 8, /* of processor time */
};

struct choice {
    long long lo, step;
    uint32_t n, at;
};

struct outcome {
    char kind[40];
    uint64_t pc; /* offset in the program, 0 when the line is known */
    uint32_t line;
    uint64_t count;
    uint32_t ninputs;
    long long first[MAX_INPUTS];
};

struct value {
    long long value;
    uint64_t count;
};

struct sample {
    uint32_t ninputs, outcome;
    uint64_t sum;
    long long inputs[MAX_INPUTS];
};

/* Everything that must outlive a process that AddressSanitizer ended. */
struct shared {
    struct choice choices[MAX_INPUTS];
    uint32_t nchoices, taken;
    uint64_t runs;
    bool done;
    const char *broken;
    uint32_t noutcomes, npaths, nsamples;
    struct outcome outcomes[MAX_OUTCOMES];
    struct {
        uint64_t hash;
        uint32_t outcome;
    } paths[MAX_PATHS];
    uint32_t nvalues[MAX_PROBES];
    struct value values[MAX_PROBES][MAX_VALUES];
    struct sample samples[MAX_SAMPLES];
};

static struct shared *sh;
static sigjmp_buf run_end;
static uint64_t path_hash;
static struct choice domain;
static char *code_begin, *code_end, *data_begin, *data_copy;
static size_t data_size;
static uint64_t *sum;
static int (*entry)(void);

/* replay: inputs as bytes, or as numbers */
static bool replaying;
static uint32_t nreplay, replay_at;
static struct {
    unsigned char *bytes;
    uint32_t size;
    long long number;
} replay[MAX_INPUTS * 16];

#ifdef MEMORY_SANITIZER
void __msan_unpoison(const volatile void *p, size_t n);
void __sanitizer_set_death_callback(void (*callback)(void));
const char *__msan_default_options(void) {
    return "exit_code=77:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:symbolize=0:log_path=/dev/null:"
           "allocator_may_return_null=1:print_summary=0";
}
static void forget_stack(void) {}
static void mark_written(void *p, size_t n) { __msan_unpoison(p, n); }
#else
const char *__asan_default_options(void) {
    return "detect_leaks=0:handle_segv=0:handle_sigbus=0:handle_sigfpe=0:symbolize=0:quarantine_size_mb=4:"
           "log_path=/dev/null:allocator_may_return_null=1:replace_str=1:print_summary=0:print_legend=0";
}
void __asan_handle_no_return(void);
void *__asan_get_report_pc(void);
static void forget_stack(void) { __asan_handle_no_return(); }
static void mark_written(void *p, size_t n) { (void)p, (void)n; }
#endif

static bool in_program(const void *pc) { return (char *)pc >= code_begin && (char *)pc < code_end; }

static uint32_t find_outcome(const char *kind, uint64_t pc, uint32_t line) {
    for (uint32_t i = 0; i < sh->noutcomes; i++) {
        struct outcome *o = &sh->outcomes[i];
        if (o->pc == pc && o->line == line && !strcmp(o->kind, kind)) return i;
    }
    if (sh->noutcomes == MAX_OUTCOMES) sh->broken = "too many outcomes";
    uint32_t at = sh->noutcomes < MAX_OUTCOMES ? sh->noutcomes++ : 0;
    struct outcome *o = &sh->outcomes[at];
    snprintf(o->kind, sizeof o->kind, "%s", kind);
    o->pc = pc;
    o->line = line;
    return at;
}

/* How a run ended is part of its path: errors are not branches of the program. */
static void add_path(uint32_t outcome) {
    const struct outcome *o = &sh->outcomes[outcome];
    uint64_t hash = path_hash ^ ((o->pc * 64 + o->line * 4096 + (uint64_t)o->kind[0]) * 0x9e3779b97f4a7c15u);
    if (sh->npaths > MAX_PATHS / 2) return;
    for (uint64_t i = hash % MAX_PATHS;; i = (i + 1) % MAX_PATHS) {
        if (sh->paths[i].hash == hash) return;
        if (sh->paths[i].hash == 0) {
            sh->paths[i].hash = hash;
            sh->paths[i].outcome = outcome;
            sh->npaths++;
            return;
        }
    }
}

static uint32_t copy_inputs(long long *to) {
    for (uint32_t i = 0; i < sh->taken && !replaying; i++)
        to[i] = sh->choices[i].lo + sh->choices[i].at * sh->choices[i].step;
    return replaying ? 0 : sh->taken;
}

/* The samples are the runs 0, 1, 2, 3, 4, 6, 8, 12, ... and so spread over the inputs. */
static bool is_sample(uint64_t run) {
    while (run >= 8 && run % 2 == 0) run /= 2;
    return run < 8;
}

static void record(const char *kind, const void *pc, uint32_t line) {
    uint32_t at = find_outcome(kind, in_program(pc) ? (uint64_t)((char *)pc - code_begin) : 0, line);
    struct outcome *o = &sh->outcomes[at];
    if (!o->count++) o->ninputs = copy_inputs(o->first);
    add_path(at);
    if (is_sample(sh->runs) && sh->nsamples < MAX_SAMPLES) {
        struct sample *s = &sh->samples[sh->nsamples++];
        s->ninputs = copy_inputs(s->inputs);
        s->outcome = at;
        s->sum = sum ? *sum : 0;
    }
}

static void __attribute__((noreturn)) finish(const char *kind, const void *pc, uint32_t line) {
    record(kind, pc, line);
    forget_stack();
    siglongjmp(run_end, 1);
}

/* ---- inputs ----------------------------------------------------------------------------------- */

void random_domain(long long lo, unsigned n, long long step) {
    domain = (struct choice){.lo = lo, .step = step, .n = n};
}

static long long choose(struct choice c) {
    if (sh->taken == MAX_INPUTS) finish("harness: too many inputs", NULL, 0);
    if (sh->taken == sh->nchoices) sh->choices[sh->nchoices++] = c;
    struct choice *at = &sh->choices[sh->taken++];
    return at->lo + at->at * at->step;
}

static long long number(uint32_t bytes) {
    if (!replaying) {
        if (!domain.n) domain = (struct choice){.n = bytes == 1 ? 256 : 0, .step = 1};
        if (!domain.n) finish("harness: no domain", NULL, 0);
        struct choice c = domain;
        domain.n = 0;
        return choose(c);
    }
    if (replay_at == nreplay) finish("harness: test too short", NULL, 0);
    uint32_t at = replay_at++;
    if (!replay[at].bytes) return replay[at].number;
    if (replay[at].size != bytes) finish("harness: input of another size", NULL, 0);
    long long result = 0;
    memcpy(&result, replay[at].bytes, bytes);
    return result;
}

void klee_make_symbolic(void *p, size_t n, const char *name) {
    (void)name;
    unsigned char *to = p;
    if (replaying && replay_at < nreplay && replay[replay_at].bytes) {
        if (replay[replay_at].size != n) finish("harness: input of another size", NULL, 0);
        memcpy(p, replay[replay_at++].bytes, n);
        mark_written(p, n);
        return;
    }
    struct choice each = domain;
    for (size_t i = 0; i < n; i++) {
        domain = each;
        to[i] = (unsigned char)number(1);
    }
    mark_written(p, n);
}

long long random_uninit(void) { return number(8); }
_Bool __VERIFIER_nondet_bool(void) {
    if (!domain.n) domain = (struct choice){.n = 2, .step = 1};
    return number(1) & 1;
}
char __VERIFIER_nondet_char(void) { return (char)number(1); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)number(1); }
short __VERIFIER_nondet_short(void) { return (short)number(2); }
unsigned short __VERIFIER_nondet_ushort(void) { return (unsigned short)number(2); }
int __VERIFIER_nondet_int(void) { return (int)number(4); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)number(4); }
long __VERIFIER_nondet_long(void) { return (long)number(8); }
unsigned long __VERIFIER_nondet_ulong(void) { return (unsigned long)number(8); }

/* ---- what a run can do ------------------------------------------------------------------------ */

void __VERIFIER_assume(int condition) {
    if (!condition) finish("assume", NULL, 0);
}
void klee_assume(unsigned long condition) {
    if (!condition) finish("assume", NULL, 0);
}
void reach_error(void) { finish("assert", __builtin_return_address(0), 0); }
void __assert_fail(const char *what, const char *file, unsigned line, const char *function) {
    (void)what, (void)file, (void)function;
    finish("assert", NULL, line);
}

/* ---- the heap ---------------------------------------------------------------------------------
 * The program's allocations come here (harness.h). A block is lost if no aligned word of the program's
 * data, or of a block that is not lost, is an address inside it or of its end. */

struct block {
    char *base;
    size_t size;
    uint32_t line;
    bool reached;
};
static struct block blocks[MAX_BLOCKS];
static uint32_t nblocks;
static bool look_for_leaks, look_for_all;
static char *stack_base;

static void *add_block(void *p, size_t n, uint32_t line) {
    if (p && nblocks == MAX_BLOCKS) finish("harness: too many blocks", NULL, 0);
    if (p) blocks[nblocks++] = (struct block){p, n, line, false};
    return p;
}

static void drop_block(void *p) {
    for (uint32_t i = 0; i < nblocks; i++)
        if (blocks[i].base == p) {
            blocks[i] = blocks[--nblocks];
            return;
        }
}

void *random_malloc(size_t n, unsigned line) { return add_block(malloc(n), n, line); }
void *random_calloc(size_t n, size_t size, unsigned line) { return add_block(calloc(n, size), n * size, line); }
void *random_realloc(void *p, size_t n, unsigned line) {
    void *moved = realloc(p, n);
    if (moved) drop_block(p);
    return add_block(moved, n, line);
}
void random_free(void *p) {
    free(p);
    drop_block(p);
}

static bool reach_from(const char *begin, size_t n) {
    bool more = false;
    for (uintptr_t at = ((uintptr_t)begin + 7) / 8 * 8; at + 8 <= (uintptr_t)begin + n; at += 8) {
        char *word = *(char **)at;
        for (uint32_t i = 0; i < nblocks; i++)
            if (!blocks[i].reached && word >= blocks[i].base && word <= blocks[i].base + blocks[i].size)
                blocks[i].reached = more = true;
    }
    return more;
}

static bool follow_blocks(void) {
    for (bool more = true; more;) {
        more = false;
        for (uint32_t i = 0; i < nblocks; i++)
            if (blocks[i].reached && reach_from(blocks[i].base, blocks[i].size)) more = true;
    }
    for (uint32_t i = 0; i < nblocks; i++)
        if (!blocks[i].reached) return false;
    return true;
}

/* On the stack there may be words that are no variables any more: a block that only they keep is in doubt. */
static void __attribute__((noreturn)) end_run(const char *kind, const void *pc, const char *stack) {
    if (look_for_leaks && nblocks) {
        const char *what = look_for_all ? "cleanup" : "leak";
        if (!look_for_all) reach_from(data_begin, data_size);
        bool kept = look_for_all || follow_blocks();
        if (!kept && stack) {
            bool doubt = reach_from(stack, (size_t)(stack_base - stack));
            if (doubt) finish("harness: a leak in doubt", NULL, 0);
        }
        const struct block *last = NULL;
        for (uint32_t i = 0; i < nblocks; i++) {
            if (blocks[i].reached) continue;
            if (last) record(what, NULL, last->line);
            last = &blocks[i];
        }
        if (last) finish(what, NULL, last->line);
    }
    finish(kind, pc, 0);
}

void random_exit(void) { end_run("exit", NULL, __builtin_frame_address(0)); }
void random_abort(void) { end_run("abort", __builtin_return_address(0), __builtin_frame_address(0)); }

void __sanitizer_cov_trace_pc(void) {
    path_hash = (path_hash ^ (uint64_t)((char *)__builtin_return_address(0) - code_begin)) * 0x100000001b3u;
    path_hash ^= path_hash >> 29;
}

void random_probe(int site, long long value) {
    uint32_t *n = &sh->nvalues[site];
    struct value *values = sh->values[site];
    for (uint32_t i = 0; i < *n; i++)
        if (values[i].value == value) {
            values[i].count++;
            return;
        }
    if (*n < MAX_VALUES) values[(*n)++] = (struct value){value, 1};
}

/* Numbers of clang's SanitizerHandler, which the trap instruction carries. */
static const char *trap_kind(const unsigned char *pc) {
    if (pc[0] != 0x67 || pc[1] != 0x0f || pc[2] != 0xb9) return "trap: unknown";
    switch (pc[3] == 0x40 ? pc[4] : 0) {
        case 3: return "div";
        case 5: return "cast";
        case 18: return "memory";
        case 20: return "shift";
        case 22: return "memory"; /* null; alignment is not compiled in */
        case 0: case 12: case 13: case 21: return "overflow";
        case 10: return "undefined: invalid value";
        case 19: return "undefined: pointer arithmetic";
        default: return "undefined: other";
    }
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    (void)info;
    greg_t *regs = ((ucontext_t *)context)->uc_mcontext.gregs;
    char *pc = (char *)regs[REG_RIP];
    if (signal == SIGPROF) _exit(78);
    if (signal == SIGILL && in_program(pc)) finish(trap_kind((unsigned char *)pc), pc, 0);
    if (!in_program(pc)) pc = *(char **)regs[REG_RSP] - 1; /* a call of a bad function pointer */
    if (!in_program(pc)) finish("crash outside the program", NULL, 0);
    finish(signal == SIGFPE ? "div" : "memory", pc, 0);
}

/* The line of the program is further out than the interceptor that complains. */
static char *program_pc(char *pc) {
    void *frames[64];
    if (in_program(pc)) return pc - 1; /* behind the call of the report */
    int n = backtrace(frames, 64);
    for (int i = 0; i < n; i++)
        if (in_program(frames[i])) return (char *)frames[i] - 1;
    return NULL;
}

#ifdef MEMORY_SANITIZER
/* The program is linked with --wrap: this is what its checks call. */
void __attribute__((noreturn)) __wrap___msan_warning_noreturn(void) {
    finish("uninit", (char *)__builtin_return_address(0) - 1, 0);
}
void __attribute__((noreturn)) __wrap___msan_warning_with_origin_noreturn(uint32_t origin) {
    (void)origin;
    finish("uninit", (char *)__builtin_return_address(0) - 1, 0);
}
/* A library function was given something uninitialised. */
static void on_death(void) {
    record("uninit", program_pc(NULL), 0);
    _exit(77);
}
#else
void __asan_on_error(void) {
    char *pc = program_pc(__asan_get_report_pc());
    record(pc ? "memory" : "memory error elsewhere", pc, 0);
    _exit(77);
}
#endif

/* ---- running ---------------------------------------------------------------------------------- */

static int find_program(struct dl_phdr_info *info, size_t size, void *name) {
    (void)size;
    if (!info->dlpi_name || strcmp(info->dlpi_name, name)) return 0;
    code_begin = (char *)info->dlpi_addr;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *h = &info->dlpi_phdr[i];
        if (h->p_type != PT_LOAD) continue;
        char *begin = code_begin + h->p_vaddr, *end = begin + h->p_memsz;
        if (end > code_end) code_end = end;
        if (!(h->p_flags & PF_W)) continue;
        data_begin = begin;
        data_size = h->p_memsz;
    }
    return 1;
}

/* Not memcpy, which AddressSanitizer would check: the data have red zones in them. */
static void copy(void *to, const void *from, size_t n) {
    __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
}

static void load(const char *path) {
    void *program = dlopen(path, RTLD_NOW);
    if (!program) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    dl_iterate_phdr(find_program, (void *)path);
    entry = (int (*)(void))dlsym(program, "random_main");
    sum = dlsym(program, "chk");
    data_copy = mmap(NULL, data_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    copy(data_copy, data_begin, data_size);
}

static void run_once(void) {
    sh->taken = 0;
    replay_at = 0;
    domain.n = 0;
    path_hash = 0xcbf29ce484222325u;
    copy(data_begin, data_copy, data_size);
    mark_written(data_begin, data_size);
    while (nblocks) free(blocks[--nblocks].base);
    stack_base = __builtin_frame_address(0);
    if (sigsetjmp(run_end, 1)) return;
    entry();
    end_run("ok", NULL, NULL);
}

static void advance(void) {
    sh->runs++;
    sh->nchoices = sh->taken;
    while (sh->nchoices && sh->choices[sh->nchoices - 1].at + 1 == sh->choices[sh->nchoices - 1].n) sh->nchoices--;
    if (sh->nchoices) sh->choices[sh->nchoices - 1].at++;
    sh->done = sh->nchoices == 0;
    if (sh->runs > MAX_RUNS) sh->broken = "too many runs";
}

static void run_child(void) {
    static char stack[1 << 16];
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER};
    int signals[] = {SIGILL, SIGSEGV, SIGBUS, SIGFPE, SIGPROF};
    for (unsigned i = 0; i < sizeof signals / sizeof *signals; i++) sigaction(signals[i], &action, NULL);
    setitimer(ITIMER_PROF, &(struct itimerval){.it_value.tv_sec = SECONDS}, NULL);
#ifdef MEMORY_SANITIZER
    __sanitizer_set_death_callback(on_death);
#endif
    while (!sh->done && !sh->broken) {
        run_once();
        advance();
    }
    _exit(0);
}

static void run_all(void) {
    for (int deaths = 0; !sh->done && !sh->broken; deaths++) {
        if (deaths > MAX_DEATHS) sh->broken = "too many memory errors";
        pid_t child = fork();
        if (child == 0) run_child();
        int status;
        waitpid(child, &status, 0);
        if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return;
        if (WIFEXITED(status) && WEXITSTATUS(status) == 77)
            advance();
        else
            sh->broken = WIFEXITED(status) && WEXITSTATUS(status) == 78 ? "too slow" : "crash of the oracle";
    }
}

static void print_numbers(const long long *numbers, uint32_t n) {
    printf("[");
    for (uint32_t i = 0; i < n; i++) printf("%s%lld", i ? "," : "", numbers[i]);
    printf("]");
}

/* One JSON object. */
static void print_all(void) {
    printf("{\"runs\":%llu,\"broken\":\"%s\",\"paths\":[", (unsigned long long)sh->runs, sh->broken ? sh->broken : "");
    const char *comma = "";
    for (uint32_t i = 0; i < MAX_PATHS; i++)
        if (sh->paths[i].hash) printf("%s\"%llx\"", comma, (unsigned long long)sh->paths[i].hash), comma = ",";
    printf("],\"outcomes\":[");
    for (uint32_t i = 0; i < sh->noutcomes; i++) {
        struct outcome *o = &sh->outcomes[i];
        printf("%s{\"kind\":\"%s\",\"pc\":%llu,\"line\":%u,\"count\":%llu,\"first\":", i ? "," : "", o->kind,
               (unsigned long long)o->pc, o->line, (unsigned long long)o->count);
        print_numbers(o->first, o->ninputs);
        printf("}");
    }
    printf("],\"probes\":{");
    comma = "";
    for (uint32_t k = 0; k < MAX_PROBES; k++) {
        if (!sh->nvalues[k]) continue;
        printf("%s\"%u\":[", comma, k), comma = ",";
        for (uint32_t i = 0; i < sh->nvalues[k]; i++)
            printf("%s[%lld,%llu]", i ? "," : "", sh->values[k][i].value, (unsigned long long)sh->values[k][i].count);
        printf("]");
    }
    printf("},\"samples\":[");
    for (uint32_t i = 0; i < sh->nsamples; i++) {
        printf("%s{\"outcome\":%u,\"sum\":\"%llx\",\"inputs\":", i ? "," : "", sh->samples[i].outcome,
               (unsigned long long)sh->samples[i].sum);
        print_numbers(sh->samples[i].inputs, sh->samples[i].ninputs);
        printf("}");
    }
    printf("]}\n");
}

/* ---- replay ----------------------------------------------------------------------------------- */

static void add_replay(unsigned char *bytes, uint32_t size, long long value) {
    if (nreplay == sizeof replay / sizeof *replay) exit(1);
    replay[nreplay].bytes = bytes;
    replay[nreplay].size = size;
    replay[nreplay++].number = value;
}

static uint32_t big_endian(FILE *in) {
    uint32_t result = 0;
    for (int i = 0; i < 4; i++) result = result << 8 | (uint32_t)(fgetc(in) & 0xff);
    return result;
}

static unsigned char *take(FILE *in, uint32_t n) {
    unsigned char *bytes = calloc(1, n + 8);
    if (fread(bytes, 1, n, in) != n) {
        fprintf(stderr, "the test file is cut off\n");
        exit(1);
    }
    return bytes;
}

/* "KTEST", version, arguments, (version 2: two numbers), objects: name and bytes */
static void read_ktest(const char *path) {
    FILE *in = fopen(path, "rb");
    if (!in || memcmp(take(in, 5), "KTEST", 5)) {
        fprintf(stderr, "%s is no test file\n", path);
        exit(1);
    }
    uint32_t version = big_endian(in);
    for (uint32_t args = big_endian(in); args; args--) free(take(in, big_endian(in)));
    if (version >= 2) big_endian(in), big_endian(in);
    for (uint32_t n = big_endian(in); n; n--) {
        unsigned char *name = take(in, big_endian(in));
        uint32_t size = big_endian(in);
        unsigned char *bytes = take(in, size);
        if (strcmp((char *)name, "model_version")) add_replay(bytes, size, 0);
    }
    fclose(in);
}

static void read_inputs(const char *text) {
    size_t length = strlen(text);
    replaying = true;
    if (length > 6 && !strcmp(text + length - 6, ".ktest")) {
        read_ktest(text);
        return;
    }
    for (char *end; *text; text = *end ? end + 1 : end) add_replay(NULL, 0, strtoll(text, &end, 10));
}

int main(int argc, char **argv) {
    if (argc < 2) return 1;
    look_for_leaks = getenv("RANDOM_LEAKS") != NULL;
    look_for_all = look_for_leaks && strcmp(getenv("RANDOM_LEAKS"), "all") == 0;
    sh = mmap(NULL, sizeof *sh, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    load(argv[1]);
    if (argc > 2) read_inputs(argv[2]);
    run_all();
    print_all();
    return 0;
}
