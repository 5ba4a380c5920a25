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

#endif
