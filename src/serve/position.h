/* Places as language clients have them: files as URIs, columns in UTF-16 (or UTF-8) units, both from 0 on. */
#ifndef SHRIKE_SERVE_POSITION_H
#define SHRIKE_SERVE_POSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

/* The path of a file:// URI; false if it is none. */
bool uri_path(const char *uri, struct str *path);
/* Adds the URI of an absolute path. */
void uri_add(const char *path, struct str *out);

/* How many units the first `bytes` bytes of a line have; more than it has count as all of it. Bytes that are not UTF-8
 * are a unit each. */
uint32_t position_units(const char *line, size_t len, size_t bytes, bool utf8);
/* Where the next word or sign that begins at `from` ends, in bytes; from itself at the end of the line. */
size_t position_token_end(const char *line, size_t len, size_t from);

/* Line `number` (from 0 on) of a text, without its end; NULL: it has fewer. */
const char *text_line(const char *text, uint32_t number, size_t *len);
/* The line of `old` that line `number` of `now` is, where only what lies between the first and the last difference has
 * changed; UINT32_MAX: it is one of those that have. */
uint32_t text_line_before(const char *old, const char *now, uint32_t number);

#endif
