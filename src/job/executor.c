#include "job/executor.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/message.h"
#include "base/seclude.h"
#include "base/tempfolder.h"
#include "engine/share.h"
#include "front/front.h"
#include "job/execute.h"

enum {
    MOST_OUTPUT = 32 << 20,
    MOST_DOUBLINGS = 20,
    EARLY = 64,             /* a fuzzer that has found something says so soon: its first piece is so much shorter */
    MOST_UNHEARD = 1 << 15, /* bytes of notes */
};

/* What goes to the executor. */
enum { GIVE_PIECE, GIVE_NOTE };

/* ---- executing --------------------------------------------------------------------------------------- */

struct piece_run {
    struct job_command *c;
    const struct executor *b;
    uint64_t most_instructions;
};

static bool tell(int fd, enum executor_word kind, const vec_u8 *bytes) {
    vec_u8 m = {0};
    put_var(&m, kind);
    for (uint32_t i = 0; bytes && i < bytes->len; i++) vec_push(&m, bytes->data[i]);
    bool ok = message_send(fd, &m);
    vec_release(&m);
    return ok;
}

static bool is_memory_short(const struct limits *l) { return l->max_bytes && mem_live_bytes() > l->max_bytes / 10 * 7; }

/* All is handed on when the piece has taken its share, says a lot, or memory runs short. */
static uint32_t wanted(void *owner, const struct run *so_far, uint64_t bytes) {
    struct piece_run *x = owner;
    bool all =
        so_far->x->instructions > x->most_instructions || bytes > MOST_OUTPUT || is_memory_short(&x->c->ctx.limits);
    if (all) return SHARE_ALL;
    _Atomic uint32_t *asked = &x->b->board->wanted;
    return atomic_load_explicit(asked, memory_order_relaxed) ? atomic_exchange(asked, 0) : 0;
}

static void split(void *owner, const struct piece *child) {
    struct piece_run *x = owner;
    vec_u8 bytes = {0};
    piece_write(child, &bytes);
    if (!tell(x->b->fd, EXECUTOR_CHILD, &bytes)) _exit(1);
    vec_release(&bytes);
}

static void tell_note(void *owner, const vec_u8 *note) {
    struct piece_run *x = owner;
    if (!tell(x->b->fd, EXECUTOR_NOTE, note)) _exit(1);
}

static void keep_note(void *owner, const vec_u8 *note) {
    struct piece_run *x = owner;
    if (!tell(x->b->fd, EXECUTOR_KEEP, note)) _exit(1);
}

/* The next message to the executor, without its kind. False: the slot is gone. */
static bool receive(const struct executor *b, vec_u8 *message, uint64_t *kind) {
    if (!message_receive(b->fd, message)) return false;
    const uint8_t *at = message->data;
    if (!get_var(&at, at + message->len, kind)) return false;
    uint32_t head = (uint32_t)(at - message->data);
    if (*kind == GIVE_NOTE) atomic_fetch_add(&b->board->heard, message->len);
    memmove(message->data, at, message->len - head);
    message->len -= head;
    return true;
}

/* While a piece is executed nothing but notes comes. */
static bool hear_note(void *owner, vec_u8 *note) {
    struct piece_run *x = owner;
    uint64_t kind;
    if (atomic_load(&x->b->board->told) == atomic_load(&x->b->board->heard)) return false;
    if (!receive(x->b, note, &kind) || kind != GIVE_NOTE) _exit(1);
    return true;
}

/* Only engines whose work is divided have one. */
static _Atomic uint64_t *covered_board(void *owner, enum engine engine, uint32_t *words) {
    struct piece_run *x = owner;
    assert(engine_divides(engine));
    *words = EXECUTOR_COVERED;
    return x->b->board->covered[engine];
}

/* Did a limit of this worker end it before the piece was done? Then another worker is to have it. */
static bool was_cut(const struct limits *l) { return l->hit == LIMIT_TIME || l->hit == LIMIT_INTERRUPT; }

static _Noreturn void execute(struct piece_run *x, const vec_u8 *message) {
    struct execute_hooks hooks = {.wanted = wanted,
                                  .split = split,
                                  .board = covered_board,
                                  .owner = x,
                                  .link = {.tell = tell_note, .hear = hear_note, .keep = keep_note, .owner = x}};
    struct piece p;
    struct piece_result r;
    const uint8_t *at = message->data;
    vec_u8 bytes = {0};
    if (x->c->line.command == CMD_FUZZ) x->most_instructions = x->most_instructions / EARLY + 1;
    if (!piece_read(&p, &at, at + message->len)) _exit(!tell(x->b->fd, EXECUTOR_NONSENSE, NULL));
    uint32_t doublings = p.generation < MOST_DOUBLINGS ? p.generation : MOST_DOUBLINGS;
    x->most_instructions = x->most_instructions << doublings >> doublings == x->most_instructions
                               ? x->most_instructions << doublings
                               : UINT64_MAX;
    if (!piece_execute(x->c, &p, &hooks, &r)) _exit(!tell(x->b->fd, EXECUTOR_NONSENSE, NULL));
    if (was_cut(&x->c->ctx.limits)) _exit(1);
    result_write(&r, &bytes);
    _exit(!tell(x->b->fd, EXECUTOR_RESULT, &bytes));
}

/* ---- the executor ------------------------------------------------------------------------------------ */

static bool wait_for(pid_t pid) {
    int status = child_reap(pid);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* What was sent must not read this machine's files. The executor sees to it, and so does the kernel, if it can. */
static void close_off(const struct executor *b, struct context *ctx) {
    const char *folders[] = {str_text(&b->folder), "/dev/null", "/dev/urandom", NULL};
    setenv("TMPDIR", str_text(&b->folder), 1);
    if (!seclude(folders))
        log_info(&ctx->log, "the kernel has no Landlock: the executor alone keeps jobs from this machine's files");
}

static _Noreturn void serve(struct executor *b, struct context *ctx, struct front_kept *kept) {
    struct job_command c;
    vec_u8 message = {0};
    uint64_t kind;
    prctl(PR_SET_NAME, "shrike-executor");
    close_off(b, ctx);
    if (!job_load(&c, ctx, &b->job, kept)) {
        tell(b->fd, EXECUTOR_REFUSED, NULL);
        _exit(1);
    }
    tell(b->fd, EXECUTOR_LOADED, NULL);
    while (receive(b, &message, &kind)) {
        if (kind == GIVE_NOTE) continue; /* it came too late */
        pid_t pid = child_fork(SIGKILL, false);
        if (pid == 0) {
            struct piece_run x = {.c = &c, .b = b, .most_instructions = (uint64_t)ctx->opt.piece_ticks * 1000};
            execute(&x, &message);
        }
        if ((pid < 0 || !wait_for(pid)) && !tell(b->fd, EXECUTOR_DIED, NULL)) break;
    }
    _exit(0);
}

bool executor_start(struct executor *b, struct context *ctx, struct job *job, struct front_kept *kept) {
    memset(b, 0, sizeof *b);
    b->job = *job;
    b->identity = job_identity(job);
    memset(job, 0, sizeof *job);
    b->board = mmap(NULL, sizeof *b->board, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    bool ok = b->board != MAP_FAILED && folder_make(&b->folder);
    if (b->board == MAP_FAILED) b->board = NULL;
    b->fd = -1;
    pid_t pid = ok ? child_fork_talking(SIGKILL, true, &b->fd) : -1;
    if (pid == 0) serve(b, ctx, kept);
    front_kept_release(kept);
    b->pid = pid > 0 ? pid : 0;
    if (b->pid) return true;
    log_error(&ctx->log, "cannot start a process: %s", strerror(errno));
    executor_stop(b);
    return false;
}

void executor_stop(struct executor *b) {
    if (b->pid) {
        if (kill(-b->pid, SIGKILL)) kill(b->pid, SIGKILL);
        wait_for(b->pid);
    }
    if (b->board) {
        close(b->fd);
        munmap(b->board, sizeof *b->board);
        job_release(&b->job);
    }
    if (b->folder.len) folder_remove(str_text(&b->folder));
    str_release(&b->folder);
    memset(b, 0, sizeof *b);
}

bool executor_give(struct executor *b, const struct piece *p) {
    vec_u8 bytes = {0};
    put_var(&bytes, GIVE_PIECE);
    piece_write(p, &bytes);
    atomic_store(&b->board->wanted, 0);
    bool ok = message_send(b->fd, &bytes);
    vec_release(&bytes);
    return ok;
}

bool executor_has_room(const struct executor *b) {
    return atomic_load(&b->board->told) - atomic_load(&b->board->heard) < MOST_UNHEARD;
}

bool executor_tell(struct executor *b, const uint8_t *note, uint32_t n) {
    vec_u8 bytes = {0};
    put_var(&bytes, GIVE_NOTE);
    vec_append(&bytes, note, n);
    bool ok = message_send(b->fd, &bytes);
    if (ok) atomic_fetch_add(&b->board->told, bytes.len);
    vec_release(&bytes);
    return ok;
}

int executor_hear(struct executor *b, int milliseconds, enum executor_word *kind, vec_u8 *bytes) {
    struct pollfd fd = {.fd = b->fd, .events = POLLIN};
    int n = poll(&fd, 1, milliseconds);
    if (n <= 0) return n < 0 && errno != EINTR ? -1 : 0;
    if (!message_receive(b->fd, bytes)) return -1;
    const uint8_t *at = bytes->data;
    uint64_t what;
    if (!get_var(&at, at + bytes->len, &what) || what > EXECUTOR_DIED) return -1;
    *kind = (enum executor_word)what;
    uint32_t head = (uint32_t)(at - bytes->data);
    memmove(bytes->data, at, bytes->len - head);
    bytes->len -= head;
    return 1;
}
