/* Growing text. `str_text` is always NUL-terminated. */
#ifndef SHRIKE_BASE_STR_H
#define SHRIKE_BASE_STR_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

struct str {
    char *data; /* NULL while empty and never written */
    size_t len;
    size_t cap;
};

void str_init(struct str *s);
void str_release(struct str *s);
void str_clear(struct str *s);
void str_add(struct str *s, const char *text);
void str_add_len(struct str *s, const char *text, size_t len);
void str_add_char(struct str *s, char c);
void str_addf(struct str *s, const char *format, ...) __attribute__((format(printf, 2, 3)));
void str_vaddf(struct str *s, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
const char *str_text(const struct str *s);
/* Hands the text over to the caller (mem_free) and empties s. */
char *str_take(struct str *s);

bool str_starts(const char *text, const char *prefix);
bool str_ends(const char *text, const char *suffix);

/* Whole file into s. Returns false with errno set. */
bool str_read_file(struct str *s, const char *path);
/* Writes to a temporary neighbour and renames, so that no reader ever sees
 * half a file; pipes and devices are written to as they are. Returns false with errno set. */
bool str_write_file(const char *path, const char *data, size_t len);

#endif
