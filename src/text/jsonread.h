/* Reads JSON (RFC 8259), as other tools write it. Input is not trusted: any text is either
 * read or refused with its place, in bounded depth. */
#ifndef SHRIKE_TEXT_JSONREAD_H
#define SHRIKE_TEXT_JSONREAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct arena;
struct str;

enum json_kind { JSON_NULL, JSON_BOOL, JSON_NUMBER, JSON_TEXT, JSON_LIST, JSON_OBJECT };

struct json {
    enum json_kind kind;
    double number;      /* of a number; 1 or 0 of a bool */
    const char *text;   /* of a text; zeros in it end it early */
    const char *name;   /* as member of an object; NULL: none */
    struct json *first; /* items or members ... */
    struct json *next;  /* ... and the one behind this */
};

/* The value in data, kept in the arena. NULL after adding "PATH:LINE:COLUMN: what is wrong". */
const struct json *json_read(const char *path, const char *data, size_t size, struct arena *arena, struct str *error);
/* A member of an object; NULL if there is none, or value is NULL or no object. */
const struct json *json_member(const struct json *value, const char *name);
/* The text of a member; "" if there is none. */
const char *json_text(const struct json *value, const char *name);

#endif
