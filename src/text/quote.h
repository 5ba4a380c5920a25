/* Bytes as a C string literal and back, for reports and test files. */
#ifndef SHRIKE_TEXT_QUOTE_H
#define SHRIKE_TEXT_QUOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct str;

/* Adds bytes as a literal, quotes included. Only printable ASCII stays as it is;
 * characters of `also` are escaped too (NULL: none). */
void quote_add(struct str *out, const void *bytes, size_t size, const char *also);
/* The same without quotes. */
void quote_add_plain(struct str *out, const void *bytes, size_t size, const char *also);
/* Reads the literal at *text, behind blanks, and moves *text behind it; its bytes
 * are added to out. False (with *text at what is wrong) if there is none. */
bool quote_read(const char **text, struct str *out);

/* "0x" and the bytes as one number, the last byte first. */
void quote_add_hex(struct str *out, const uint8_t *bytes, size_t size);

#endif
