/* Facts in words: conditions over locations with the names that the source gives them.
 *
 * A register has the name of the variable that it holds, a memory word that of its
 * object, with an index where the object is larger. Locations without a name keep
 * that of their symbol. Only for people: nothing is computed with the text.
 */
#ifndef SHRIKE_COND_SPELL_H
#define SHRIKE_COND_SPELL_H

#include "cond/fact.h"

/* The state says which functions and objects the locations of f belong to. */
struct spell {
    struct exec *x;
    const struct places *places;
    struct strmap names; /* location and width -> expression with its name */
};

void spell_init(struct spell *s, struct exec *x, const struct places *places);
void spell_release(struct spell *s);
/* Appends the fact as it reads in st: "node == 3 && d >= 30". */
void spell_fact(struct spell *s, struct state *st, const struct fact *f, struct str *out);
/* Appends one condition over locations and inputs. */
void spell_cond(struct spell *s, struct state *st, expr e, struct str *out);

/* Facts as C: conditions that a compiler accepts where the point is, with the value that
 * the fact has. Words are the variables of the innermost function and the globals, by name;
 * all arithmetic is on unsigned types of the words' widths, as the machine does it.
 *
 * What has no such form is left out: a fact is a conjunction, so what is written follows
 * from it.
 */

/* A variable that the text speaks of, and where it is declared. */
struct cspell_var {
    const char *name;
    uint32_t pos;
    bool global;
};
typedef VEC(struct cspell_var) cspell_vars;

/* Appends the conditions of the fact as they read in st, each with a newline behind it,
 * nothing if nothing of it can be said; its variables are added to vars, each once. Each
 * condition may be joined with others by &&. words: bytes of variables that C has no name for are
 * written as the conditions of certificates have them (docs/CERTIFICATES.md). */
void cspell_fact(struct exec *x, const struct places *places, const struct state *st, const struct fact *f,
                 cspell_vars *vars, bool words, struct str *out);

#endif
