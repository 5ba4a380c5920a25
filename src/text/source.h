/* The user's source text, for reports: lines, and what is written at a position.
 *
 * Debug information knows lines and columns, not expressions. What the text at a column
 * says is read off the text itself, by brackets and operators; where that is not clear
 * nothing is returned, and the report says less.
 */
#ifndef SHRIKE_TEXT_SOURCE_H
#define SHRIKE_TEXT_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/map.h"
#include "base/vec.h"

struct str;

struct source_file {
    char *text;         /* NULL: cannot be read */
    vec_u32 lines;      /* where line i + 1 starts; one more for the end */
    const char *origin; /* it is not there: the text is what this file (#line) has of it; NULL: it is */
    vec_u32 origins;    /* then: which line of that each line is; 0: none */
};

struct source {
    struct strmap names; /* -> number in files, from 1 on */
    VEC(struct source_file *) files;
    VEC(char *) compiled; /* whose #line directives may name others */
};

void source_init(struct source *s);
void source_release(struct source *s);
/* A file that is compiled. What it names by #line and is not there is looked for in its folder, and then in itself. */
void source_compiled(struct source *s, const char *file);
/* Where the line of a file that is not there stands: false if the file is there, or nothing is known. */
bool source_origin(struct source *s, const char *file, uint32_t line, const char **origin, uint32_t *at);
/* Line `number` (from 1 on) without its end; NULL if there is none. Not terminated. */
const char *source_line(struct source *s, const char *file, uint32_t number, uint32_t *len);
/* How many lines; 0: cannot be read. */
uint32_t source_lines(struct source *s, const char *file);

enum source_form {
    SOURCE_NAME,   /* what a variable or member is called: x, s->count, a.b[2].c */
    SOURCE_ELEMENT /* with the index or arrow that follows: a[i], s->values[i], *p */
};
/* The expression at a column (from 1 on); false if there is none to be seen. */
bool source_expression(struct source *s, const char *file, uint32_t line, uint32_t column, enum source_form form,
                       struct str *out);
/* The call at a column, f(x); false if there is none. *close: column of its closing
 * parenthesis, 0 if that is not on the line. */
bool source_call(struct source *s, const char *file, uint32_t line, uint32_t column, uint32_t *close, struct str *out);
/* What the call of a nondeterministic function at a column is assigned to: n of
 * "unsigned n = nondet_uint()". False if another function is called there: what a library
 * takes from outside is not what its caller gets. */
bool source_assigned(struct source *s, const char *file, uint32_t line, uint32_t column, const char *function,
                     struct str *out);
/* The condition that a branch at a column decides; *keyword gets "if", "while", "for",
 * "do", "switch" or "". */
bool source_condition(struct source *s, const char *file, uint32_t line, uint32_t column, const char **keyword,
                      struct str *out);

#endif
