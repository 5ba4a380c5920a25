/* The walk over the program: inside of src/certify. */
#ifndef SHRIKE_CERTIFY_WALK_H
#define SHRIKE_CERTIFY_WALK_H

#include "certify/certify.h"
#include "certify/state.h"
#include "ir/loops.h"

/* A global or a function (size 0). */
struct walk_address {
    uint64_t base, size;
};

/* A solver that decides obligations beside the walk. */
struct helper {
    struct smt *smt;
    char *what; /* fails if it says that it is possible; NULL: it is asked nothing */
};

/* What the walk knows of a function. */
struct walk_flow {
    uint32_t *order; /* block to its place: loops are contiguous, successors behind */
    struct loops *loops;
    const struct claim **claim; /* by loop; NULL: walked round by round */
    term *consts;               /* constants of its slots */
    bool points;                /* something is claimed of points in it */
};

struct walk {
    struct context *ctx;
    struct program *p;
    struct certificate *cert;
    const struct certify_options *opt;
    struct certify_report *report;
    struct terms t;
    struct smt *smt;
    struct arena arena;
    struct walk_flow *flows; /* by number of the function */
    VEC(struct walk_state *) open;
    VEC(struct loop_cut *) cuts;        /* all that were made */
    VEC(struct walk_address) addresses; /* sorted */
    uint64_t outside;                   /* where the arguments of the program would be */
    VEC(struct helper) helpers;
    uint32_t turn; /* of the helper that is next */
    uint64_t asked_aside;
    bool over;
};

enum walk_step { WALK_ON, WALK_ARRIVED /* at the first instruction of a block */, WALK_ENDED };

/* ---- ends -------------------------------------------------------------------------------------------- */

/* The proof fails, or cannot be completed, here. The first INVALID counts most. */
void walk_invalid(struct walk *w, const struct walk_state *st, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
void walk_incomplete(struct walk *w, const struct walk_state *st, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static inline bool walk_wants(const struct walk *w, enum prove kind) { return w->opt->wanted >> kind & 1; }

/* ---- questions --------------------------------------------------------------------------------------- */

/* Can c hold in st? What the solver does not know makes the check incomplete. */
bool walk_may(struct walk *w, const struct walk_state *st, term c);
bool walk_must(struct walk *w, const struct walk_state *st, term c);
void walk_assume(struct walk *w, struct walk_state *st, term c);
/* An obligation: bad does not happen. Where it may, and is asked about, the proof fails; where not, it is
 * incomplete. Afterwards st goes on without it. False: the walk is over. */
bool walk_oblige(struct walk *w, struct walk_state *st, enum prove kind, term bad, const char *what);

/* An obligation that fails if an execution comes here: a memory error. st goes no further. */
void walk_wrong(struct walk *w, struct walk_state *st, const char *what);
/* If c holds, the program ends here, by a signal or well: nothing that is asked about may come of that. */
enum walk_step walk_end(struct walk *w, struct walk_state *st, term c, bool by_signal);
/* A copy of st in which c holds is walked as well. */
struct walk_state *walk_fork(struct walk *w, const struct walk_state *st, term c);

/* Are obligations decided while the walk goes on? Then one is put aside; st goes on without what is bad. */
bool walk_puts_off(const struct walk *w);
void walk_put_off(struct walk *w, const struct walk_state *st, term bad, const char *what);
/* Can c hold in st, and can it not? One of the two, if an execution comes there. False: the walk is over. */
bool walk_ways(struct walk *w, const struct walk_state *st, term c, bool *yes, bool *no);
/* Waits for the answers; helpers are gone. */
void walk_end_helpers(struct walk *w);
/* Appends where st is. */
void walk_add_place(const struct walk *w, const struct walk_state *st, struct str *out);

/* ---- steps ------------------------------------------------------------------------------------------- */

/* One instruction. */
enum walk_step walk_step(struct walk *w, struct walk_state *st);
/* A constant of the program: an address, or a number. */
term walk_constant(struct walk *w, uint64_t value);
/* The instruction that st is at. */
static inline const struct insn *walk_insn(struct walk_state *st) { return &walk_top(st)->fn->code[walk_top(st)->pc]; }
/* The value of a register, of 64 bits. If it has none, the walk is over, and the value is unknown. */
term walk_reg(struct walk *w, struct walk_state *st, uint32_t slot);
void walk_set(struct walk *w, struct walk_state *st, uint32_t slot, term value);
/* Calls fn; the state's pc is at the call. */
enum walk_step walk_call(struct walk *w, struct walk_state *st, const struct function *fn);
enum walk_step walk_return(struct walk *w, struct walk_state *st);

/* ---- memory ------------------------------------------------------------------------------------------ */

/* Functions that return false: st goes no further. The walk is over, or no execution comes here, or other states take
 * its place. */

/* Where an address leads. */
struct aimed {
    uint32_t object; /* of the state */
    bool known;      /* the offset is a constant: at */
    uint64_t at;
    term off;
};

/* ---- conditions in C --------------------------------------------------------------------------------- */

/* What a condition may speak of. */
struct cscope {
    struct walk *w;
    struct walk_state *st;
    uint32_t depth;                 /* of the frame whose variables it names */
    term result;                    /* \result; none: it has no meaning */
    struct walk_state *old;         /* \old(x), in its topmost frame; NULL: it has no meaning */
    const struct walk_state *known; /* what does not live there has no name; NULL: all have one */
};
/* The condition as a boolean. False after adding what is wrong with it. */
bool cscope_condition(const struct cscope *s, const char *text, term *cond, struct str *error);

/* ---- names of places --------------------------------------------------------------------------------- */

/* The object's name, as lines of the certificate have it. */
void place_name(const struct walk *w, const struct held_object *o, struct str *out);
/* Does the name (without offset) mean this object, seen from a frame of fn? */
bool place_means(const struct walk *w, const char *name, size_t len, const struct held_object *o,
                 const struct function *fn);

#endif
