/* --log-queries DIR: every query in a file of its own, with the chain's answer in
 * a comment, for other solvers to be run on. */
#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "base/context.h"
#include "base/str.h"
#include "expr/print.h"
#include "solver/chain.h"
#include "solver/check.h"

static void log_close(struct solver *s) {
    mem_free(s->log_folder);
    s->log_folder = NULL;
}

void log_open(struct solver *s, const char *folder) {
    log_close(s);
    if (!folder) return;
    if (mkdir(folder, 0777) && errno != EEXIST)
        log_error(&s->ctx->log, "%s: %s; no queries are written", folder, strerror(errno));
    else s->log_folder = mem_strdup(folder);
}

void solver_log_apart(struct solver *s, const char *name) {
    if (!s->log_folder) return;
    struct str folder = {0};
    str_addf(&folder, "%s/%s", s->log_folder, name);
    log_open(s, str_text(&folder));
    str_release(&folder);
}

void log_query_set(struct solver *s, const expr *set, uint32_t n, enum answer answer) {
    struct str text = {0}, path = {0};
    str_addf(&text, "; EXPECT: %s\n", answer == ANSWER_SAT ? "sat" : answer == ANSWER_UNSAT ? "unsat" : "unknown");
    expr_print_query(s->pool, set, n, &text);
    str_addf(&path, "%s/query-%08llu.smt2", s->log_folder, (unsigned long long)++s->ctx->stats.solver_logged);
    if (!str_write_file(str_text(&path), str_text(&text), text.len)) {
        log_error(&s->ctx->log, "%s: %s; no more queries are written", str_text(&path), strerror(errno));
        log_close(s);
    }
    str_release(&text);
    str_release(&path);
}

void log_query(struct solver *s, const struct pathcond *pc, expr cond, enum answer answer) {
    vec_expr set = {0};
    pathcond_list(pc, &set);
    vec_push(&set, cond);
    log_query_set(s, set.data, set.len, answer);
    vec_release(&set);
}
