/* What the files of the invariant engine share. */
#ifndef SHRIKE_ENGINE_INVARIANT_INSIDE_H
#define SHRIKE_ENGINE_INVARIANT_INSIDE_H

#include "base/rng.h"
#include "cond/guess.h"
#include "engine/invariants.h"
#include "engine/run.h"
#include "ir/loops.h"
#include "ir/points.h"

typedef VEC(struct state *) state_list;

/* What is known of the ends of a function's calls, beside the cut at its entry. Symbols of results are the function's
 * (result_symbol); none of the cut's is in any state: a call that is left out leaves symbols of its own there. */
struct call_record {
    struct blur out;      /* results, in the first registers behind the constants, and what of memory a call changes */
    struct guesses after; /* of these and of the symbols of the entry */
    uint32_t version;     /* of out's parts */
    bool proved;
    cond_list told[2]; /* what every proof had in common: of entries, of returns */
};

/* What is known of one head, or of one function's calls, with one call stack. */
struct head_record {
    vec_u32 key;     /* functions and places of all frames, the top first */
    uint32_t repeat; /* how often the path had come through the same key before */
    struct blur blur;
    struct guesses guesses;
    bool stuck;               /* states that come back differ in more than values */
    bool ready;               /* states were sampled for the parts that the cut has */
    uint32_t makings;         /* times that its guesses were made anew, and so may have become stronger */
    uint32_t around;          /* makings of the loops around it, when its guesses were made last */
    struct call_record *call; /* the head is a function's entry; NULL: a loop's */
    uint32_t version;         /* a call that was left out: of the parts of `blur`, which are copies of out's */
};

/* The cuts that a state has come through are a list, newest first; state.mark is the number of its
 * first entry, 0: none, so the state is exact. */
struct passage {
    uint32_t before;
    uint32_t record;
    forall_list cells; /* what is assumed of every cell behind it */
};

/* States on their way round a loop, through a function's body (call), or through the program (no head). Of a body,
 * `ends` are the entries of calls of the same function, as they would be without the frames between (call_entry), and
 * `exits` stand in front of its returns. */
struct loop_level {
    struct loop_level *up;
    const struct insn *head; /* NULL: not in a loop */
    uint64_t serial;         /* of the frame that the loop runs in */
    uint32_t depth;          /* of the stack there */
    uint32_t loop;           /* of the function's; 0: unknown */
    bool call;
    struct head_record *record;
    struct state *entry, *from; /* that entered, and the head of the cut */
    uint32_t constraints;       /* of the path condition at the head */
    state_list todo, waiting, ends, exits;
};

/* A condition that the program asks about results of a function. */
struct asked {
    uint32_t function;
    expr cond;
};

/* What to tell others of a head when the attempt succeeds; no fact: nothing is known of a state that was there. */
struct head_note {
    const struct insn *point;
    struct state *st;
    struct fact *fact;
};

/* Invariants: (1) a record's symbols are in no state that does not have it among its passages; (2) between
 * states x->now is NULL and nothing is in forked; (3) what the levels hold is what collection keeps. */
struct invariant {
    struct run *r;
    struct exec *x;
    struct live *live;
    struct merger merger;
    struct arena arena;
    struct loops **loops;    /* by function; NULL: not looked at */
    struct bitset sealed;    /* recursive functions whose calls may be left out (ir/sealed.h) */
    struct map results;      /* function, number and width -> symbol of a result */
    VEC(struct asked) asked; /* about results, in attempts before */
    struct map assumed;      /* of ends of calls: nothing that the program asks */
    VEC(struct head_record *) records;
    VEC(struct passage) passages; /* number 1 is the first */
    struct map makers;            /* symbol -> 1 + number of its record */
    struct map inputs;            /* symbol -> 1 + number of its input */
    uint32_t parts_seen;          /* of x->sym->parts, for inputs */
    struct loop_level *level;     /* the innermost */
    struct rng rng;
    struct places places; /* for notes */
    VEC(struct head_note) notes;
    struct map told; /* hashes of notes that were sent */
    /* Of the attempt: */
    enum guess_zeal zeal;
    uint32_t peel;     /* rounds that are executed exactly before a cut */
    bool cut_all;      /* also loops that nothing but constants decides */
    bool cells;        /* what holds for every cell of an array is guessed */
    uint64_t errors;   /* possible, as far as is known */
    uint64_t work_end; /* when it has taken too long */
    bool failed;       /* given up */
    bool sampling;     /* what happens is no part of the proof */
};

/* ---- record.c */
/* The record for a state at a head, made if there is none. */
struct head_record *record_of(struct invariant *e, const struct state *st);
void records_release(struct invariant *e);
/* A passage through the record's cut, behind those of st. */
uint32_t passage_add(struct invariant *e, const struct state *st, const struct head_record *rec);
/* The record for the results of one more call that st leaves out. */
struct head_record *record_of_call(struct invariant *e, const struct state *st, const struct head_record *rec);
/* The symbols of its cut have changed. */
void record_symbols(struct invariant *e, const struct head_record *rec);
/* struct guesses.knows: owner is a struct known_at. */
struct known_at {
    struct invariant *e;
    const struct state *st;
    const struct head_record *also; /* whose symbols have values, too; may be NULL */
};
bool record_knows(void *owner, symbol s);
/* symbolic.cells_read: the same is assumed of a value that x->now has read. */
bool record_read(void *owner, struct exec *x, expr value);

/* ---- level.c */
void level_begin(struct invariant *e, struct loop_level *lv, const struct state *st);
void level_end(struct invariant *e, struct loop_level *lv);
void states_free(struct exec *x, state_list *list);
/* Executes what there is to do, inner loops included. What comes to the head is in `ends` then, what has left in
 * `exits`. False: given up. */
bool level_run(struct invariant *e, struct loop_level *lv);
/* Where a state at a head belongs. */
void level_place(struct invariant *e, struct loop_level *lv, struct state *st);
/* Has the state, at a head, left the loop? */
bool level_left(const struct invariant *e, const struct loop_level *lv, const struct state *st);
bool level_is_end(const struct loop_level *lv, const struct state *st);
/* Steps over the point that the state stands at. */
void state_pass(struct invariant *e, struct state *st);
/* What a path asks is what guesses may be about, of the loops and calls that it is in, and of those left out. */
void note_conditions(struct invariant *e, const struct state *st);
/* Is it time to give up? */
bool is_over(struct invariant *e);

/* ---- loop.c */
/* Takes a state at a head through its loop: what comes out is placed in lv. st goes. */
void loop_take(struct invariant *e, struct loop_level *lv, struct state *st);

/* ---- call.c: calls of a recursive function, from one of its entries to what it leaves */
/* Does the state, at a head, stand at the entry of a function (its return)? */
static inline bool is_entry(const struct state *st) { return st->top->pc->aux == POINT_ENTRY; }
static inline bool is_return(const struct state *st) { return st->top->pc->aux == POINT_RETURN; }

/* ---- sample.c */
/* Looks at states that come to the head: parts of the cut, points of the guesses. */
void loop_sample(struct invariant *e, struct head_record *rec, struct state *st);
/* One of the states that `now` has become; the others go. prefers: of two kinds of states, rather one of this. */
struct state *walk_choose(struct invariant *e, struct state *now, bool (*prefers)(void *owner, const struct state *st),
                          void *owner);
/* A term's other values, where one is known: calls `point` with the model of st and with some in which one of the
 * values is another. */
void walk_points(struct invariant *e, struct state *st, const blur_values *values,
                 void (*point)(void *owner, struct model *m), void *owner);

#endif
