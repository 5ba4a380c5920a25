/* An SMT-LIB 2 script over bit vectors, arrays and floats, run command by command.
 *
 * Terms become expressions as they are read; assertions grow a path condition, so
 * push and pop cost nothing and what was learned below stays. Names are bound in
 * one stack: each binding remembers the one of the same name that it hides.
 *
 * What is valid but beyond our expressions (equality of arrays, arrays of arrays,
 * elements wider than 64 bits, floats of other formats than those of 16, 32 and 64 bits) hands the whole script to Z3
 * from there on.
 *
 * Floats (floats.c) are bit vectors as in expr/float.h; SMT-LIB has one NaN, so terms are the same if both are NaNs.
 * What it leaves open is a function that the model chooses. Real numbers are literals only, as operands of to_fp.
 */
#ifndef SHRIKE_SOLVER_SMTLIB_SCRIPT_H
#define SHRIKE_SOLVER_SMTLIB_SCRIPT_H

#include <stdio.h>

#include "base/map.h"
#include "base/str.h"
#include "solver/smtlib/sexpr.h"
#include "solver/solver.h"

struct context;
struct handover;

enum sort_kind { SORT_BOOL, SORT_VECTOR, SORT_ARRAY, SORT_FLOAT, SORT_ROUNDING, SORT_REAL };

struct sort {
    enum sort_kind kind;
    uint32_t width;                   /* of a vector or float */
    uint32_t index_width, elem_width; /* of an array; 0: Bool */
};

struct sorted_term {
    expr e;
    struct sort sort;
};

enum binding_kind {
    BIND_DECLARED, /* an unknown */
    BIND_TERM,     /* a name for a term: let, define-fun without parameters, :named */
    BIND_MACRO,    /* define-fun with parameters */
    BIND_SORT,     /* define-sort */
};

struct binding {
    const char *name;
    enum binding_kind kind;
    uint32_t hides;          /* number of the binding of the same name, + 1; 0: none */
    struct sorted_term term; /* a macro's body */
    struct sort sort;
    uint32_t nparams;
    struct sorted_term *params; /* of a macro: fresh symbols in its body */
};

struct assertion {
    uint32_t index;   /* in the path condition; UINT32_MAX: it was constantly true */
    const char *name; /* NULL: none */
};

/* What a push saves. */
struct push_level {
    uint32_t bindings, assertions;
    struct pathcond *pc;
};

/* What SMT-LIB leaves open, as a symbol: a bit, or an array by the operand's bits. */
struct open_function {
    const char *name;
    expr e;
};

struct assumption {
    const char *source; /* its text */
    uint32_t index;     /* as in struct assertion */
};

struct script {
    struct context *ctx;
    struct expr_pool *pool;
    struct solver *solver;
    FILE *out;
    const char *path;
    struct arena names;   /* lives as long as the script */
    struct arena command; /* as long as a command */
    VEC(struct binding) bindings;
    struct strmap by_name; /* name -> number of the binding + 1 */
    VEC(struct push_level) levels;
    struct pathcond *pc;
    VEC(struct assertion) assertions;
    /* The last check: */
    enum answer answer;
    bool answered;
    struct model *model;
    struct pathcond *checked; /* with the assumptions */
    VEC(struct assumption) assumptions;
    VEC(struct open_function) open;
    struct arena last; /* their texts */
    /* Scratch of term evaluation: */
    VEC(struct sorted_term) values;
    VEC(struct term_frame) frames;
    bool print_success;
    bool done;   /* (exit) */
    bool failed; /* with `error` at a position */
    bool beyond; /* a valid term that only Z3 can take; `error` says why */
    struct str error;
    uint32_t line, column;
    struct str replay;         /* commands so far that changed the state */
    struct handover *handover; /* Z3, once it has taken over */
};

void script_init(struct script *sc, struct context *ctx, const char *path, FILE *out);
void script_release(struct script *sc);
/* Runs all of text. False after an error, which has been reported. */
bool script_run(struct script *sc, const char *text, size_t len);

/* ---- for the parts of the reader ----------------------------------------------- */

/* Records the first error, at e's position; always false. */
bool script_fail(struct script *sc, const struct sexpr *at, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* Records that Z3 has to take over; always false. */
bool script_beyond(struct script *sc, const struct sexpr *at, const char *what);

/* ---- floating point (floats.c) ------------------------------------------------------- */

/* The binding of a name, or NULL. Valid until the next bind. */
struct binding *script_find(struct script *sc, const char *name);
/* Binds; b.name must live long enough. */
void script_bind(struct script *sc, struct binding b);
/* Removes bindings until `count` are left. */
void script_unbind(struct script *sc, uint32_t count);

bool script_sort(struct script *sc, const struct sexpr *e, struct sort *sort);
bool sort_same(struct sort a, struct sort b);
void sort_print(struct sort sort, struct str *out);
/* A fresh unknown of the sort. */
expr script_symbol(struct script *sc, struct sort sort, const char *name);

/* The term that e stands for. */
bool script_term(struct script *sc, const struct sexpr *e, struct sorted_term *term);
/* A term of sort Bool. */
bool script_formula(struct script *sc, const struct sexpr *e, expr *formula);
/* head applied to args: an operator of the theories. */
bool script_apply(struct script *sc, const struct sexpr *head, const struct sorted_term *args, uint32_t n,
                  struct sorted_term *result);
/* A literal: #x, #b or (_ bvN w). */
bool script_literal(struct script *sc, const struct sexpr *e, struct sorted_term *term);

bool script_command(struct script *sc, const struct sexpr *command);

void script_print_value(struct script *sc, struct sorted_term term, struct model *m, struct str *out);
void script_print_model(struct script *sc);
/* A name as SMT-LIB wants it, in bars if need be. */
void smtlib_print_name(const char *name, struct str *out);

/* Z3 takes the script over: it gets what was recorded so far. */
void handover_start(struct script *sc);
bool handover_command(struct script *sc, const struct sexpr *command);
void handover_free(struct handover *h);

/* Scratch of script_term: a term being read. */
struct term_frame {
    enum { FRAME_ENTER, FRAME_APPLY, FRAME_LET, FRAME_BODY, FRAME_ANNOTATED } kind;
    const struct sexpr *e;
    const struct sexpr *next;  /* operand or binding to come */
    uint32_t values, bindings; /* how many there were before */
};

#endif
