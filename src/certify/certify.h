/* Certificates: proofs that are checked without trusting the engine that found them.
 *
 * The checker walks the program by its own plain symbolic step: every path from the start, branches decided by
 * a solver, states merged where paths meet. A loop that the certificate has a line for is cut: at its head the places
 * that the line lists get any value that satisfies the line's facts; each state that comes back must satisfy them again
 * and must differ from the head in these places only. A call of a recursive function is cut in the same way. So, by
 * induction over the length of executions: whatever an execution does, a walked state stands for it. The walk must end,
 * and meet no error.
 *
 * What the checker does not understand makes INCOMPLETE, never VALID.
 */
#ifndef SHRIKE_CERTIFY_CERTIFY_H
#define SHRIKE_CERTIFY_CERTIFY_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"

struct context;
struct program;

typedef VEC(const char *) text_list;

/* What is proved of executions; sets of 1u << PROVE_x. PROVE_OTHER: what the checker does not know. */
enum prove {
    PROVE_ASSERTION,
    PROVE_ERROR,
    PROVE_MEMORY,
    PROVE_DIVISION,
    PROVE_SHIFT,
    PROVE_INDEX,
    PROVE_BOOL,
    PROVE_OVERFLOW,
    PROVE_ALIGN,
    PROVE_CALL,
    PROVE_ABORT,
    PROVE_LEAK,
    PROVE_OTHER
};

/* What is claimed of a loop, of all calls of a function, or of a point in it. */
struct claim {
    const char *function;
    const char *loop; /* its place in the nest (loops_add_path); NULL: it is about calls, or a point */
    uint32_t line;    /* of a loop for readers; 0: unknown */
    uint32_t column;  /* of a point, which is where the line begins from there on */
    bool point;
    text_list changes; /* places that a round, or a call, may change: NAME, FUNCTION::NAME, either with +OFFSET:SIZE */
    text_list holds;   /* conditions in C at the head or point; of calls what they need, over parameters and globals at
                          the entry */
    text_list gives;   /* of calls: conditions at the return; also \result and \old(x) */
};

struct function_hash {
    const char *function;
    const char *hash;
};

enum { CERTIFICATE_VERSION = 1 };

struct certificate {
    struct arena arena;   /* all texts */
    const char *engine;   /* that proved it; for readers */
    text_list checks;     /* with which the program is compiled, as --check has them */
    text_list errors;     /* that do not happen */
    const char *external; /* what functions without body do: "havoc", "pure" or "error" */
    const char *entry;
    bool is32;
    bool merge; /* states are merged where paths meet */
    text_list assumes;
    VEC(struct function_hash) functions;
    VEC(struct claim) claims;
};

void certificate_init(struct certificate *c);
void certificate_release(struct certificate *c);
/* Its lists. */
void claim_release(struct claim *c);
/* Reads JSON Lines (docs/CERTIFICATES.md). False after adding a message. */
bool certificate_read(struct certificate *c, const char *path, struct str *error);

/* A claim that does not hold: its fact number so and so, or (place is not NULL) a place that changes and is not listed.
 */
struct refuted {
    uint32_t claim;
    uint32_t fact;
    bool given;        /* one of gives, not of holds */
    const char *place; /* in the certificate's arena */
};

enum certify_verdict { CERTIFY_VALID, CERTIFY_INVALID, CERTIFY_INCOMPLETE };

struct certify_report {
    enum certify_verdict verdict;
    struct str why; /* the obligation that fails, or what is not covered */
    uint64_t obligations, questions, paths, instructions;
    VEC(struct refuted) refuted; /* gather: all that were met, some of them more than once */
};

struct certify_options {
    unsigned wanted;         /* 1u << PROVE_x */
    const char *solver;      /* command that reads SMT-LIB */
    int query_ms;            /* for one question */
    uint64_t most_steps;     /* instructions */
    uint64_t most_questions; /* 0: any number */
    uint32_t jobs;           /* processes; obligations are decided by all but one */
    bool gather;             /* do not stop at the first refuted claim */
    bool progress;
};

/* What every check rests on, whatever the certificate says of it. */
void certify_assumptions(const struct certificate *c, text_list *out);
/* Is every execution of p fine, as the certificate says? p must have flow graphs (cfg_build_all). */
void certify(struct context *ctx, struct program *p, struct certificate *c, const struct certify_options *opt,
             struct certify_report *report);
void certify_report_release(struct certify_report *report);

#endif
