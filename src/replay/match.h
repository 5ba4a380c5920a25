/* Does what happened bear a claim out? */
#ifndef SHRIKE_REPLAY_MATCH_H
#define SHRIKE_REPLAY_MATCH_H

#include <stdbool.h>

#include "replay/observe.h"
#include "replay/replay.h"

/* Is the observation the error that the claim names, at its place: on the same
 * line, or within the same statement? */
bool match_claim(const struct observation *seen, const struct replay_claim *claim, const struct strmap *functions);
/* Could an error of this kind show itself like that, at any place? */
bool match_kind(const struct observation *seen, enum bug_kind kind);
/* Two names of one file, as compilers write them: relative or not. */
bool match_files(const char *a, const char *b);
/* Is there no end of a statement between two places of a file? A column of 0
 * stands for the beginning of the line. */
bool match_statement(const char *file, uint32_t line, uint32_t column, uint32_t other_line, uint32_t other_column);

#endif
