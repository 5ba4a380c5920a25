#include "certify/smt.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/child.h"
#include "base/stats.h"
#include "base/str.h"

struct smt {
    const struct terms *terms;
    const char *program;
    int timeout_ms;
    int64_t deadline_ms;
    pid_t pid; /* 0: none */
    int to, from;
    vec_u8 defined;  /* by term: the process knows this unknown */
    vec_u8 seen;     /* by term, while one is written */
    term_list stack; /* asserted, each in a scope of its own */
    struct str out;  /* not yet sent */
    struct str line; /* answer */
    uint32_t values; /* names given so far */
    uint64_t asked;
    int64_t until; /* when the answer must be there */
    bool sent;     /* a question, which is not answered yet */
    bool answered; /* ever */
    bool failed;   /* never answered, and ended */
};

struct smt *smt_new(const struct terms *terms, const char *program, int timeout_ms, uint64_t deadline_ns) {
    struct smt *s = MEM_NEW(struct smt);
    s->terms = terms;
    s->program = program;
    s->timeout_ms = timeout_ms;
    s->deadline_ms = deadline_ns ? (int64_t)(deadline_ns / 1000000) : INT64_MAX;
    return s;
}

static void stop(struct smt *s) {
    vec_clear(&s->defined);
    vec_clear(&s->stack);
    str_clear(&s->out);
    if (!s->pid) return;
    close(s->to), close(s->from);
    kill(-s->pid, SIGKILL);
    child_reap(s->pid);
    s->pid = 0;
}

void smt_free(struct smt *s) {
    if (!s) return;
    stop(s);
    vec_release(&s->defined);
    vec_release(&s->seen);
    vec_release(&s->stack);
    str_release(&s->out);
    str_release(&s->line);
    mem_free(s);
}

uint64_t smt_asked(const struct smt *s) { return s->asked; }
bool smt_works(const struct smt *s) { return !s->failed; }

static void run_solver(const struct smt *s, int (*pipes)[2]) {
    dup2(pipes[0][0], STDIN_FILENO);
    dup2(pipes[1][1], STDOUT_FILENO);
    struct str line = {0};
    str_addf(&line, "exec %s", s->program);
    execl("/bin/sh", "sh", "-c", str_text(&line), (char *)NULL);
    _exit(127);
}

static bool start(struct smt *s) {
    int pipes[2][2]; /* to it, from it */
    if (s->pid) return true;
    if (!child_pipes(pipes, 2)) return false;
    pid_t pid = child_fork(SIGKILL, true);
    if (pid == 0) run_solver(s, pipes);
    close(pipes[0][0]), close(pipes[1][1]);
    if (pid < 0) return close(pipes[0][1]), close(pipes[1][0]), false;
    s->pid = pid, s->to = pipes[0][1], s->from = pipes[1][0];
    fcntl(s->to, F_SETFL, O_NONBLOCK);
    str_add(
        &s->out,
        "(set-option :print-success false)\n(set-option :global-declarations true)\n(set-option :produce-models true)\n"
        "(set-logic QF_ABV)\n");
    return true;
}

/* ---- text -------------------------------------------------------------------------------------------- */

static const char *const op_text[] = {
#define TERM_OP(name, text, kids) text,
    TERM_OPS(TERM_OP)
#undef TERM_OP
};
static const uint8_t op_kids[] = {
#define TERM_OP(name, text, kids) kids,
    TERM_OPS(TERM_OP)
#undef TERM_OP
};

static void add_sort(struct str *out, uint32_t width) {
    if (width == TERM_ARRAY) str_add(out, "(Array (_ BitVec 64) (_ BitVec 8))");
    else if (width) str_addf(out, "(_ BitVec %u)", width);
    else str_add(out, "Bool");
}

static void add_leaf(const struct smt *s, struct str *out, uint32_t id) {
    const struct term_node *n = &s->terms->nodes.data[id];
    if (n->op != TERM_CONST) str_addf(out, "t%u", id);
    else if (n->width) str_addf(out, "(_ bv%llu %u)", (unsigned long long)n->aux, n->width);
    else str_add(out, n->aux ? "true" : "false");
}

static void add_operator(const struct smt *s, struct str *out, const struct term_node *n) {
    uint32_t inner = op_kids[n->op] ? s->terms->nodes.data[n->kid[0]].width : 0;
    if (n->op == TERM_EXTRACT) str_addf(out, "((_ extract %u %u)", (uint32_t)n->aux + n->width - 1, (uint32_t)n->aux);
    else if (n->op == TERM_ZEXT || n->op == TERM_SEXT) str_addf(out, "((_ %s %u)", op_text[n->op], n->width - inner);
    else str_addf(out, "(%s", op_text[n->op]);
    for (int i = 0; i < op_kids[n->op]; i++) {
        str_add_char(out, ' ');
        add_leaf(s, out, n->kid[i]);
    }
    str_add_char(out, ')');
}

/* Declares an unknown, once for the process; anything else is put in front of what uses it. */
static void define_one(struct smt *s, uint32_t id, struct str *lets, uint32_t *nlets) {
    const struct term_node *n = &s->terms->nodes.data[id];
    bool unknown = n->op == TERM_SYM || n->op == TERM_BASE;
    if (n->op == TERM_CONST || (unknown && s->defined.data[id])) return;
    if (unknown) {
        str_addf(&s->out, "(declare-fun t%u () ", id);
        add_sort(&s->out, n->width);
        str_add(&s->out, ")\n");
        s->defined.data[id] = 1;
        return;
    }
    ++*nlets;
    str_addf(lets, "(let ((t%u ", id);
    if (n->op == TERM_ZEROS) str_add(lets, "((as const (Array (_ BitVec 64) (_ BitVec 8))) (_ bv0 8))");
    else add_operator(s, lets, n);
    str_add(lets, "))\n");
}

/* The term as nested lets, kids first, each node once; without recursion. */
static void add_term(struct smt *s, term a, struct str *out) {
    vec_u32 todo = {0};
    vec_u32 marked = {0};
    struct str lets = {0};
    uint32_t nlets = 0;
    if (s->defined.len < s->terms->nodes.len) vec_resize(&s->defined, s->terms->nodes.len);
    if (s->seen.len < s->terms->nodes.len) vec_resize(&s->seen, s->terms->nodes.len);
    vec_push(&todo, a.id);
    while (todo.len) {
        uint32_t id = vec_last(&todo), before = todo.len;
        const struct term_node *n = &s->terms->nodes.data[id];
        for (int i = 0; i < op_kids[n->op] && !s->seen.data[id]; i++)
            if (!s->seen.data[n->kid[i]]) vec_push(&todo, n->kid[i]);
        if (todo.len > before) continue;
        if (!s->seen.data[id]) {
            define_one(s, id, &lets, &nlets);
            s->seen.data[id] = 1;
            vec_push(&marked, id);
        }
        todo.len--;
    }
    str_add_len(out, str_text(&lets), lets.len);
    add_leaf(s, out, a.id);
    while (nlets--) str_add_char(out, ')');
    for (uint32_t i = 0; i < marked.len; i++) s->seen.data[marked.data[i]] = 0;
    vec_release(&todo);
    vec_release(&marked);
    str_release(&lets);
}

static void assert_term(struct smt *s, term a) {
    struct str text = {0};
    add_term(s, a, &text);
    str_addf(&s->out, "(push 1)\n(assert %s)\n", str_text(&text));
    str_release(&text);
}

/* ---- the process ------------------------------------------------------------------------------------- */

static int64_t now_ms(void) { return (int64_t)(clock_ns() / 1000000); }

/* Waits until the file can be read or written; false: it cannot in time. */
static bool is_ready(int file, short events, int64_t until) {
    struct pollfd p = {.fd = file, .events = events};
    int ready;
    do {
        int64_t left = until - now_ms();
        ready = poll(&p, 1, left > 0 ? (int)left : 0);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool send_out(struct smt *s, int64_t until) {
    size_t done = 0;
    while (done < s->out.len) {
        if (!is_ready(s->to, POLLOUT, until)) return false;
        ssize_t n = write(s->to, s->out.data + done, s->out.len - done);
        if (n < 0 && (errno == EINTR || errno == EAGAIN)) continue;
        if (n <= 0) return false;
        done += (size_t)n;
    }
    str_clear(&s->out);
    return true;
}

/* A line of the answer; false: there is none in time. */
static bool read_line(struct smt *s, int64_t until) {
    str_clear(&s->line);
    for (char c = 0; c != '\n';) {
        if (!is_ready(s->from, POLLIN, until) || read(s->from, &c, 1) != 1) return false;
        if (c != '\n') str_add_char(&s->line, c);
    }
    return true;
}

static bool read_value(struct smt *s, int64_t until, uint64_t *value) {
    if (!read_line(s, until)) return false;
    const char *hash = strrchr(str_text(&s->line), '#');
    if (!hash || (hash[1] != 'x' && hash[1] != 'b')) return false;
    *value = strtoull(hash + 2, NULL, hash[1] == 'x' ? 16 : 2);
    return true;
}

static enum smt_answer read_answer(struct smt *s, int64_t until) {
    if (!read_line(s, until)) return SMT_UNKNOWN;
    s->answered = true;
    if (strcmp(str_text(&s->line), "unsat") == 0) return SMT_UNSAT;
    return strcmp(str_text(&s->line), "sat") == 0 ? SMT_SAT : SMT_UNKNOWN;
}

/* What is asserted becomes `given`. */
static void adjust(struct smt *s, const term_list *given) {
    uint32_t same = 0;
    while (same < given->len && same < s->stack.len && given->data[same].id == s->stack.data[same].id) same++;
    if (s->stack.len > same) str_addf(&s->out, "(pop %u)\n", s->stack.len - same);
    s->stack.len = same;
    for (uint32_t i = same; i < given->len; i++) {
        assert_term(s, given->data[i]);
        vec_push(&s->stack, given->data[i]);
    }
}

/* Gives a name to a term whose value the solver is asked for. */
static void name_value(struct smt *s, term of) {
    struct str text = {0};
    add_term(s, of, &text);
    str_addf(&s->out, "(declare-fun v%u () ", ++s->values);
    add_sort(&s->out, term_width(s->terms, of));
    str_addf(&s->out, ")\n(assert (= v%u %s))\n", s->values, str_text(&text));
    str_release(&text);
}

void smt_send(struct smt *s, const term_list *given, term more, term of) {
    assert(term_width(s->terms, more) == 0 && !s->sent);
    s->sent = true;
    s->asked++;
    s->until = now_ms() + s->timeout_ms < s->deadline_ms ? now_ms() + s->timeout_ms : s->deadline_ms;
    if (!start(s)) return;
    adjust(s, given);
    assert_term(s, more);
    if (of.id) name_value(s, of);
    str_add(&s->out, "(check-sat)\n");
    if (!send_out(s, s->until)) stop(s);
}

enum smt_answer smt_receive(struct smt *s, uint64_t *value) {
    assert(s->sent);
    s->sent = false;
    enum smt_answer a = s->pid ? read_answer(s, s->until) : SMT_UNKNOWN;
    if (a == SMT_SAT && value) {
        str_addf(&s->out, "(get-value (v%u))\n", s->values);
        if (!send_out(s, s->until) || !read_value(s, s->until, value)) a = SMT_UNKNOWN;
    }
    str_add(&s->out, "(pop 1)\n");
    if (a != SMT_UNKNOWN) return a;
    s->failed = !s->answered;
    stop(s);
    return a;
}

enum smt_answer smt_ask(struct smt *s, const term_list *given, term more, term of, uint64_t *value) {
    if (term_is(s->terms, more, 0)) return SMT_UNSAT;
    smt_send(s, given, more, of);
    return smt_receive(s, value);
}
