#include "solver/bitblast/sat.h"

#include <assert.h>
#include <ccadical.h>
#include <limits.h>

#include "base/limits.h"
#include "base/stats.h"

enum {
    POLL_VARS = 1 << 13,  /* new variables between two looks at the clock */
    POLL_SEARCH = 1 << 4, /* CaDiCaL's questions between two looks */
    LARGE = 20000,        /* variables from which every question is a look: a step may take long */
};

static void set_quick_options(CCaDiCaL *solver) {
    ccadical_set_option(solver, "inprocessing", 0);
    ccadical_set_option(solver, "lucky", 0);
    ccadical_set_option(solver, "walk", 0);
}

void sat_init(struct sat *sat, enum sat_style style, struct limits *limits, uint32_t max_vars) {
    *sat = (struct sat){.limits = limits, .style = style, .vars = 1, .max_vars = max_vars};
    sat->solver = ccadical_init();
    ccadical_set_option(sat->solver, "quiet", 1);
    ccadical_set_option(sat->solver, "profile", 0);
    if (style != SAT_THOROUGH) set_quick_options(sat->solver);
    if (style == SAT_SPARSE) ccadical_set_option(sat->solver, "phase", 0);
    ccadical_add(sat->solver, LIT_TRUE);
    ccadical_add(sat->solver, 0);
}

void sat_release(struct sat *sat) {
    ccadical_release(sat->solver);
    sat->solver = NULL;
}

static bool past_deadline(struct sat *sat) {
    if (limits_look(sat->limits) != LIMIT_NONE) return true; /* asked too seldom to be expensive */
    return sat->deadline_ns && clock_ns() >= sat->deadline_ns;
}

lit sat_new_var(struct sat *sat) {
    if (sat->broken) return LIT_TRUE;
    if (sat->vars >= sat->max_vars || (sat->vars % POLL_VARS == 0 && past_deadline(sat))) {
        sat->broken = true;
        return LIT_TRUE;
    }
    return (lit)++sat->vars;
}

void sat_add(struct sat *sat, const lit *lits, uint32_t n) {
    if (sat->broken) return;
    for (uint32_t i = 0; i < n; i++)
        if (lits[i] == LIT_TRUE) return;
    for (uint32_t i = 0; i < n; i++) {
        assert(lits[i] != 0 && lits[i] != INT_MIN);
        assert((uint32_t)(lits[i] < 0 ? -lits[i] : lits[i]) <= sat->vars);
        if (lits[i] != LIT_FALSE) ccadical_add(sat->solver, lits[i]);
    }
    ccadical_add(sat->solver, 0);
    sat->clauses++;
}

static int should_stop(void *state) {
    struct sat *sat = state;
    sat->searched++;
    if (sat->polls-- > 0) return 0;
    sat->polls = sat->vars < LARGE ? POLL_SEARCH : 0;
    return past_deadline(sat);
}

enum answer sat_solve(struct sat *sat, const lit *assumed, uint32_t n, uint64_t conflicts) {
    assert(!sat->broken);
    for (uint32_t i = 0; i < n; i++) ccadical_assume(sat->solver, assumed[i]);
    if (conflicts) ccadical_limit(sat->solver, "conflicts", conflicts < INT_MAX ? (int)conflicts : INT_MAX);
    sat->polls = POLL_SEARCH;
    ccadical_set_terminate(sat->solver, sat, should_stop);
    int result = ccadical_solve(sat->solver);
    ccadical_set_terminate(sat->solver, NULL, NULL);
    return result == 10 ? ANSWER_SAT : result == 20 ? ANSWER_UNSAT : ANSWER_UNKNOWN;
}

bool sat_value(const struct sat *sat, lit l) {
    /* Versions of CaDiCaL differ in the sign of the value of a negative literal. */
    if (l < 0) return !sat_value(sat, -l);
    return l == LIT_TRUE || ccadical_val(sat->solver, l) > 0;
}

bool sat_failed(const struct sat *sat, lit l) { return ccadical_failed(sat->solver, l) != 0; }
