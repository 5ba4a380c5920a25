/* C types as C writes them. */
#ifndef SHRIKE_HARNESS_SPELL_H
#define SHRIKE_HARNESS_SPELL_H

#include <stdbool.h>

struct c_type;
struct str;

/* Appends a declaration of `name` ("": the type alone). False if the type has no name to say it by. */
bool spell_declaration(const struct c_type *t, const char *name, struct str *out);

#endif
