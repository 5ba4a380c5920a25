/* Notes on heads, for other engines that use them. */
#ifndef SHRIKE_ENGINE_INVARIANT_NOTE_H
#define SHRIKE_ENGINE_INVARIANT_NOTE_H

#include "engine/invariant/inside.h"

/* The record's guesses hold for all states that the head of its cut stands for. */
void note_cut(struct invariant *e, const struct head_record *rec, struct state *head);
/* The same for other processes, if there are any (engine/loopnotes.h). */
void note_tell(struct invariant *e, const struct head_record *rec, struct state *head);
/* The same of a state that passed the head before it was cut, as far as it satisfies them. */
void note_before(struct invariant *e, const struct head_record *rec, struct state *st);
/* A state passes a head that it stands at, and nothing is known of it. */
void note_passed(struct invariant *e, const struct state *st);
/* Forgets those from number n on. */
void notes_cut_back(struct invariant *e, uint32_t n);
/* The attempt has succeeded. */
void notes_tell(struct invariant *e);
/* Marks expressions of the notes for the collector. */
void notes_mark(const struct invariant *e);
/* Leaves out what follows from the rest. */
void conds_shorten(struct invariant *e, cond_list *list);

#endif
