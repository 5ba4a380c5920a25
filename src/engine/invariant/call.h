/* Calls of a recursive function, from one of its entries to what it leaves. */
#ifndef SHRIKE_ENGINE_INVARIANT_CALL_H
#define SHRIKE_ENGINE_INVARIANT_CALL_H

#include "engine/invariant/inside.h"

/* The level in which calls of the function, at whose entry st stands, are left out; NULL: none. */
struct loop_level *call_level(struct loop_level *lv, const struct state *st);
/* May the calls of a function be cut at this entry? Otherwise they are executed. */
bool call_is_cut(const struct invariant *e, const struct loop_level *lv, const struct state *st);
/* The record is one of a call from now on. */
void call_prepare(struct invariant *e, struct head_record *rec);
void call_release(struct head_record *rec);
/* A fork of st, which stands at an entry above that of ctx, as if the call came from where that of ctx came from. */
struct state *call_entry(struct invariant *e, const struct state *ctx, struct state *st);
/* The same for a state in front of a return, with results in place; and for one that leaves as it came, without
 * results. */
struct state *call_exit(struct invariant *e, const struct state *ctx, struct state *st);
struct state *call_unchanged(struct invariant *e, const struct state *ctx, struct state *st);
/* Parts of the cut at the ends of calls, from an exit and what it would be if nothing had changed. False: more than
 * values differ. */
bool call_compare(struct invariant *e, struct head_record *rec, struct state *entry, struct state *before,
                  struct state *exit, bool *grown);
/* st, at an entry of the record's function, leaves the call out: it is behind it, with what is known of its ends. NULL:
 * none comes there. st goes. */
struct state *call_leave_out(struct invariant *e, struct head_record *rec, const struct state *ctx, struct state *st);
/* st, at an entry, calls the function of the level; goes on in lv. */
void call_meet(struct invariant *e, struct loop_level *lv, struct loop_level *body, struct state *st);
/* What the program asks, from constraint number `from` on, over results of calls that were left out, is asked about the
 * function. */
void calls_asked(struct invariant *e, const struct state *st, uint32_t from);
/* The guesses are proved of the calls that begin at one more state. */
void call_note(struct invariant *e, struct head_record *rec);
/* ---- tell.c: summaries of calls */
void calls_tell(struct invariant *e);
/* Looks at entries and returns of calls: parts of the cuts, points of the guesses. */
void call_sample(struct invariant *e, struct head_record *rec, struct state *st);

#endif
