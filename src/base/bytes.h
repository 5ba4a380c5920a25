/* Numbers and blocks as bytes, for messages and files: little-endian, lengths in front. */
#ifndef SHRIKE_BASE_BYTES_H
#define SHRIKE_BASE_BYTES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"

void copy_bytes(vec_u8 *to, const vec_u8 *from);

/* Appended to out; read from *p on, which moves. False: there is not as much as it says. */
void put_u64(vec_u8 *out, uint64_t v);
void put_bytes(vec_u8 *out, const uint8_t *data, uint64_t n);
bool get_u64(const uint8_t **p, const uint8_t *end, uint64_t *v);
bool get_bytes(const uint8_t **p, const uint8_t *end, vec_u8 *out);
/* The same for small numbers, which take few bytes: seven bits in each, the least first. */
void put_var(vec_u8 *out, uint64_t v);
bool get_var(const uint8_t **p, const uint8_t *end, uint64_t *v);
/* A text, with its length in front as a small number; read at most `most` characters, as a string of its own
 * (mem_free). NULL: not whole, too long, or there is a NUL in it. */
void put_text(vec_u8 *out, const char *text);
char *get_text(const uint8_t **p, const uint8_t *end, uint32_t most);

#endif
