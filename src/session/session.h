/* What verify, test and reach share: a program loaded for symbolic execution, and
 * the errors found in it. */
#ifndef SHRIKE_SESSION_SESSION_H
#define SHRIKE_SESSION_SESSION_H

#include <stdio.h>

#include "engine/engine.h"
#include "front/front.h"
#include "report/invariant.h"
#include "session/command.h"
#include "session/verdict.h"
#include "test/test.h"
#include "text/source.h"

struct coverage;
struct efforts;
struct flow;
struct gate;
struct invariants;
struct outcome;
struct outcome_test;
struct replay;
struct story;
struct treelog;

/* An error with the inputs that lead to it. */
struct finding {
    struct bug bug;
    struct test test;
    bool confirmed;      /* natively; true if that was not wanted */
    bool ordinary;       /* ... by an ordinary build alone (replay/ordinary.h) */
    bool other;          /* it is what the native run has shown, and not what the engine has predicted */
    int64_t stdin_size;  /* -1: not symbolic */
    struct story *story; /* NULL: there is none */
    const char *excuse;  /* why it does not fail the run (session/excuse.h); NULL: it does */
    bool in_source;      /* a comment excuses it; else the baseline does */
};

struct session {
    struct context *ctx;
    const struct command_line *line;
    check_set checks;
    bug_set wanted;
    enum engine engine; /* that runs here: of the options, or one of several */
    struct program *p;
    struct exec x;
    struct covered covered;
    struct run run;
    bool exhausted;                /* the engine has nothing left to execute */
    const char *search;            /* explore: order of states; NULL: that of the options */
    uint64_t fingerprint;          /* of the program as it was loaded, if workers are to execute it (job/make.h) */
    struct gate *gate;             /* to the other engines; NULL: there are none */
    const struct run_share *share; /* the run is part of a job (engine/share.h); NULL: it is not */
    const struct notes_link *link; /* run.link */
    VEC(struct finding) findings;
    uint32_t confirmed;     /* of them */
    uint32_t excused;       /* of these */
    struct strmap baseline; /* fingerprints that are known */
    struct str root;        /* of the repository (report/place.h) */
    struct replay *replay;  /* NULL until needed */
    bool cannot_replay;
    struct front_input input;
    struct str headers;
    struct source source;
    struct front_kept kept; /* so that it is loaded without clang: */
    struct program *plain;  /* not simplified, for stories; NULL until needed */
    bool cannot_tell;
    struct efforts *effort; /* of the exploration; NULL: not wanted */
    struct treelog *tree;   /* of the exploration; NULL: not wanted */
    VEC(struct loop_invariant) invariants;
    VEC(struct function_summary) summaries;
    struct arena arena;   /* their texts */
    uint64_t progress_ns; /* when progress was last shown */
    bool progress_shown;
};

/* Loads the program. False after a message, and nothing is to be closed. */
bool session_load(struct session *s, struct context *ctx, const struct command_line *line);
/* The same with what clang made of its files elsewhere (taken over): nothing of the command line is looked for here. */
bool session_load_kept(struct session *s, struct context *ctx, const struct command_line *line,
                       struct front_kept *kept);
/* Makes a loaded program ready for its engine, and its first state. False after a
 * message, and nothing is to be closed. */
bool session_begin(struct session *s);
/* Both. */
bool session_open(struct session *s, struct context *ctx, const struct command_line *line);
void session_close(struct session *s);
/* Releases a session that was loaded and never began. */
void session_unload(struct session *s);
/* Runs the engine; fills the statistics. invariants: collected on the way; may be
 * NULL. False after a message. */
bool session_explore(struct session *s, const struct listener *to, struct invariants *invariants);
/* What a verdict is computed from (session/verdict.h); scope is cleared and holds a text of theirs. */
struct verdict_facts session_facts(const struct session *s, struct str *scope);
/* How much was executed. */
enum extent session_extent(const struct session *s);
/* Does a proof hold only under a memory model that is not the usual one? */
bool session_is_tso(const struct session *s);
/* Is what is left such that no other engine can decide it? */
bool session_is_final(const struct session *s);
/* How far the engine came, to compare engines that have no answer: an engine that has executed everything that it could
 * came further than one that has not; of others the engine came further that has executed more of the program. */
uint64_t session_came(const struct session *s);
/* Says on standard error why the exploration is not complete. */
void session_explain(struct session *s);

/* x->bug with x->now's inputs: confirms it natively (unless --no-confirm), reports it
 * on standard error and keeps it. Valid until the next one. */
const struct finding *session_bug(struct session *s, struct exec *x);
/* Has an error been confirmed that nothing excuses, and is that enough? */
bool session_is_settled(const struct session *s);
/* Are some of the inputs what inline assembly is supposed to have given? It may never give them (session/explain.c). */
bool session_asks_assembly(const struct test *t);
/* Prints and keeps another engine's finding (session/finding.h), unless it is known or enough are. */
void session_merge(struct session *s, const uint8_t *p, const uint8_t *end);
/* Confirms a worker's finding (as bytes) natively, prints and keeps it, unless it is known or enough are. False: it is
 * not whole. */
bool session_adopt(struct session *s, const uint8_t **p, const uint8_t *end);
/* The test with the arguments and the environment of the command line in front. */
void session_with_arguments(const struct session *s, const struct test *t, struct test *all);
/* Writes a test for each confirmed error into a folder and says how to replay it, unless the user does not want that
 * (session/keep.c). */
void session_keep(struct session *s);
/* --env NAME=VALUE as an input. */
void session_add_variable(struct test *t, const char *entry);
/* The report of an error for people; test: the file that its inputs are in, NULL: none
 * (session/explain.c). */
void session_report(struct session *s, const struct finding *f, const char *test, bool colour, struct str *out);
/* The command that shows it natively; nothing if that would be too long. */
void session_replay_command(const struct session *s, const struct finding *f, const char *test, struct str *out);
/* Runs the finding's inputs again and keeps what there is to print of it (session/retell.c). */
void session_tell(struct session *s, struct finding *f);
/* The program as written, with edges split; NULL if it cannot be had, or must not be run again. */
struct program *session_plain(struct session *s);
/* Runs the test in it, telling of every block; until_ns on the clock (0: no limit of time). False: there is no time
 * left, or the run takes other inputs than the test has. */
bool session_run_again(struct session *s, const struct test *t, int64_t stdin_size, uint64_t until_ns,
                       void (*block)(void *owner, const struct function *fn, uint32_t pc), void *owner);
/* How many bytes standard input has in x->now's model; -1: it is not symbolic, or of one size. */
int64_t session_stdin_size(struct exec *x);
/* --trace: the assignments on the way to the error, in the program as it was written. */
void session_trace(struct session *s, const struct finding *f);
/* Where the values of the failing condition came from; NULL: that is not known. */
struct flow *session_flow(struct session *s, const struct finding *f);
/* Is it time for a line on a terminal? Then it is taken to be shown now. */
bool session_shows_progress(struct session *s);
/* A line on a terminal, now and then. For listeners. */
void session_progress(struct session *s, const struct run *so_far);
/* One command to try next; nothing if there is none (session/next.c). */
void session_next(const struct session *s, struct str *out);
/* Prints a command that looks at more inputs, if there are some that a proof left out. */
void session_widen(const struct session *s, FILE *out);
struct coverage_summary;
void session_covered(const struct session *s, struct coverage_summary *sum);
/* Of the branches that were not covered, those that are proved never to be taken (session/unreachable.c). */
uint32_t session_unreachable(const struct session *s, const struct coverage *cov);
/* Says on standard error how much was covered, and what to try next. */
void session_guide(struct session *s);
/* --json, if wanted. False after a message. */
bool session_json(struct session *s, const char *outcome, int status);
/* What was executed, counted for lines and branches (session/outputs.c); cov is made. */
void session_coverage(const struct session *s, struct coverage *cov);
/* All files that the options ask for; tests: those that were written, if any. False after a
 * message. */
bool session_write(struct session *s, const char *verdict, int status, const struct outcome_test *tests,
                   uint32_t ntests);
/* The page, if wanted (session/page.c). False after a message. */
bool session_page(struct session *s, const struct outcome *o);
/* Looks for loop invariants if the options want them (session/invariants.c): the program is safe,
 * without a bound. */
void session_invariants(struct session *s);
/* Proves the program as it was written once more with this engine, for so long, and hands over what it learned of loops
 * (all_heads: also of those that C has no place for an invariant at) and recursion. False: it is not proved. */
typedef void (*session_keep_fn)(void *owner, const struct session *side, const struct invariants *inv);
bool session_prove_again(struct session *s, enum engine engine, int seconds, bool all_heads, session_keep_fn keep_them,
                         void *owner);
/* --certificate: writes a certificate that checks, or says why there is none (session/certificate.c). False after a
 * message. */
bool session_certificate(struct session *s);
/* Says on standard error what COMPLETE or UNREACHABLE rests on. */
void session_assumptions(struct session *s, const char *verdict, int status);
/* Says on standard error what was proved, how, and what that rests on. */
void session_proof(struct session *s, const char *verdict, int status);

#endif
