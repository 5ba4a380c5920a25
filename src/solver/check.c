/* --check-solver: a second opinion on every answer. Models are evaluated, answers
 * are compared with those of Z3 in a fresh context. The first disagreement is
 * written to a file and ends the program: nothing that follows could be trusted. */
#include <stdlib.h>
#include <unistd.h>

#include "base/context.h"
#include "base/str.h"
#include "expr/arith.h"
#include "expr/print.h"
#include "expr/relate.h"
#include "solver/chain.h"
#include "solver/check.h"
#include "solver/path.h"

static const char *answer_name(enum answer a) {
    return a == ANSWER_SAT ? "sat" : a == ANSWER_UNSAT ? "unsat" : "unknown";
}

static _Noreturn void report(struct solver *s, const expr *set, uint32_t n, const char *what) {
    struct str text = {0}, path = {0};
    expr_print_query(s->pool, set, n, &text);
    str_addf(&path, "shrike-disagreement-%d.smt2", (int)getpid());
    bool written = str_write_file(str_text(&path), str_text(&text), text.len);
    log_error(&s->ctx->log, "solver check failed: %s; query %s %s", what,
              written ? "written to" : "could not be written to", str_text(&path));
    abort();
}

static void check_model(struct solver *s, const expr *set, uint32_t n, struct model *model) {
    for (uint32_t i = 0; i < n; i++)
        if (!model_holds(model, s->pool, set[i])) report(s, set, n, "the model is wrong");
}

void check_confirm_set(struct solver *s, const expr *set, uint32_t n, enum answer answer, struct model *model) {
    if (answer == ANSWER_UNKNOWN) return;
    s->ctx->stats.solver_checked++;
    if (answer == ANSWER_SAT && model) check_model(s, set, n, model);
    enum answer z3 = s->checker->check(s->checker, set, n, (struct budget){0}, NULL, NULL);
    if (z3 == ANSWER_UNKNOWN || z3 == answer) return;
    struct str what = {0};
    str_addf(&what, "the chain says %s, Z3 says %s", answer_name(answer), answer_name(z3));
    report(s, set, n, str_text(&what));
}

void check_confirm(struct solver *s, const struct pathcond *pc, expr cond, enum answer answer, struct model *model) {
    vec_expr set = {0};
    pathcond_list(pc, &set);
    vec_push(&set, cond);
    check_confirm_set(s, set.data, set.len, answer, model);
    vec_release(&set);
}

void check_confirm_range(struct solver *s, const struct pathcond *pc, expr e, uint64_t min, uint64_t max) {
    struct expr_pool *pool = s->pool;
    expr low = expr_const(pool, expr_width(pool, e), min), high = expr_const(pool, expr_width(pool, e), max);
    expr outside = expr_or(pool, expr_ult(pool, e, low), expr_ult(pool, high, e));
    check_confirm(s, pc, outside, ANSWER_UNSAT, NULL);
    check_confirm(s, pc, expr_eq(pool, e, low), ANSWER_SAT, NULL);
    check_confirm(s, pc, expr_eq(pool, e, high), ANSWER_SAT, NULL);
}

void check_confirm_core(struct solver *s, const struct pathcond *pc, expr cond, const vec_u32 *core) {
    vec_expr set = {0};
    for (vec_each(uint32_t, i, core)) vec_push(&set, pathcond_at(pc, core->data[i]));
    vec_push(&set, cond);
    check_confirm_set(s, set.data, set.len, ANSWER_UNSAT, NULL);
    vec_release(&set);
}
