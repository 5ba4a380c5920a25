/* C's scalar types by name, and their values as text. */
#ifndef SHRIKE_TEXT_CTYPE_H
#define SHRIKE_TEXT_CTYPE_H

#include <stdbool.h>
#include <stdint.h>

struct str;

enum ctype_class {
    CTYPE_UNKNOWN,
    CTYPE_SIGNED,
    CTYPE_UNSIGNED,
    CTYPE_BOOL,
    CTYPE_FLOAT,
    CTYPE_POINTER,
};

struct ctype {
    enum ctype_class class;
    uint32_t size;  /* bytes */
    bool character; /* char, signed or not */
};

enum { CTYPE_MAX_SIZE = 16 };

/* The type called so: C's own names in any order, stdint's and the kernel's, and
 * pointers. Class CTYPE_UNKNOWN and size 0 for NULL and all others. */
struct ctype ctype_find(const char *name, bool is32);

/* Adds a value such that ctype_read gives the same bytes: integers in decimal,
 * floating-point numbers in decimal if that is exact, or else the bits in
 * hexadecimal. Unknown classes count as unsigned. */
void ctype_add_value(struct str *out, const struct ctype *type, const uint8_t *bytes);
/* Reads a value: decimal, hexadecimal (the bits), a character, or floating
 * point. False if text is none, or does not fit into type->size bytes. A floating
 * point number for an integer type is refused. */
bool ctype_read(const char *text, const struct ctype *type, uint8_t bytes[CTYPE_MAX_SIZE]);

#endif
