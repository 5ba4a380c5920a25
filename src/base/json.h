/* Writes JSON. Commas are put in by themselves: a value or a name gets one in front unless the text so far ends with an
 * opening bracket, a colon or a line, or is empty. `key` is the name of a member; NULL: the value is an element of a
 * list, or the whole. */
#ifndef SHRIKE_BASE_JSON_H
#define SHRIKE_BASE_JSON_H

#include <stdbool.h>
#include <stdint.h>

struct str;

/* A text as a literal, quotes included; bytes that are not UTF-8 become \u00XX. No comma. */
void json_quote(struct str *out, const char *text);
/* The comma and the name; the value is the caller's to add. */
void json_key(struct str *out, const char *key);
/* bracket: { or [ ... */
void json_open(struct str *out, const char *key, char bracket);
/* ... and } or ], for as many as there are. */
void json_close(struct str *out, const char *brackets);
/* { "key": "text" } and the like. */
void json_add(struct str *out, const char *key, const char *text);
void json_number(struct str *out, const char *key, uint64_t value);
void json_bool(struct str *out, const char *key, bool value);
void json_texts(struct str *out, const char *key, const char *const *texts, uint32_t n);
/* A value that is JSON already, as printf writes it. */
void json_addf(struct str *out, const char *key, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
