/* What a run takes for granted where the outside may answer otherwise: that a write does not
 * fail, that the process has this number. A proof holds for the answers that were taken, and lists
 * them with the places that asked. Only what was executed is among them, so the list is exact.
 *
 * Some premises leave out inputs that the program would take: it was run without arguments, or with buffers of
 * eight bytes. Their `narrows` says so in a few words, which become part of the verdict: SAFE (no arguments).
 *
 * Texts are clauses that complete "assuming that ...". */
#ifndef SHRIKE_EXEC_SYM_PREMISE_H
#define SHRIKE_EXEC_SYM_PREMISE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

struct exec;
struct program;
struct str;

struct premise {
    char *what;
    char *narrows;  /* the verdict's words for the inputs that are left; NULL: none is left out */
    vec_u32 places; /* positions, one for each line; none: it is not about a place */
};

struct premises {
    VEC(struct premise) list; /* in the order in which they were met */
    struct strmap numbers;    /* text -> index + 1 */
    struct map seen;          /* index and position */
};

void premises_init(struct premises *all);
void premises_release(struct premises *all);
/* pos 0: no place. The texts are copied. */
void premise_add(struct premises *all, const struct program *p, const char *what, uint32_t pos);
/* The same with the verdict's words for what it leaves. */
void premise_narrow(struct premises *all, const struct program *p, const char *what, const char *narrows, uint32_t pos);
/* The words of all that narrow, each once: "no arguments, empty input". Nothing: all inputs are looked at. */
void premises_scope(const struct premises *all, struct str *out);
/* "WHAT (FILE:LINE, FILE:LINE and 3 more)" */
void premise_text(const struct premise *one, const struct program *p, struct str *out);

/* x->now rests on it, at the user's position; nothing in concrete runs. */
void exec_premise(struct exec *x, const char *what);
/* The same with the verdict's words for what it leaves. */
void exec_premise_narrow(struct exec *x, const char *what, const char *narrows);
/* Like exec_premise if the user's call, in which we are, looks at what the library returns. */
void exec_premise_result(struct exec *x, const char *what);

/* All of them as bytes, for other processes that have the same program. False: not whole. */
void premises_write(vec_u8 *out, const struct premises *all);
bool premises_read(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program);

#endif
