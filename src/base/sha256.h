/* SHA-256 (FIPS 180-4), which Test-Comp uses to name a program. */
#ifndef SHRIKE_BASE_SHA256_H
#define SHRIKE_BASE_SHA256_H

#include <stddef.h>

struct str;

/* Adds the digest of data as 64 hexadecimal digits. */
void sha256_add(struct str *out, const void *data, size_t size);

#endif
