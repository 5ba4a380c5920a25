/* A test on the command line, for `shrike replay --with`: one word for each input.
 *
 *   int=-5                    a word of a C type, value as ctype_read takes it
 *   bytes NAME="ab\0"         any kind (test_kind_name), its bytes as a C string literal
 */
#ifndef SHRIKE_TEST_INLINE_H
#define SHRIKE_TEST_INLINE_H

#include <stdbool.h>
#include <stdint.h>

struct str;
struct test;
struct test_input;

/* Adds an input as such a word, not quoted for any shell. */
void inline_add(const struct test_input *in, struct str *out);
/* Reads one and appends it to t. False after adding what is wrong to error. */
bool inline_read(const char *word, bool is32, struct test *t, struct str *error);
/* Adds a word such that a shell takes it for one. */
void inline_quote(const char *word, struct str *out);

#endif
