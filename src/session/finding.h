/* Errors as bytes, for other processes that have the same program. */
#ifndef SHRIKE_SESSION_FINDING_H
#define SHRIKE_SESSION_FINDING_H

#include "session/session.h"

/* Appends the finding; its story is not part of it. */
void finding_write(const struct finding *f, vec_u8 *out);
/* f gets memory of its own, names are kept by p. False: not whole, and f is empty. */
bool finding_read(struct finding *f, struct program *p, const uint8_t **at, const uint8_t *end);
void finding_release(struct finding *f);

/* A test alone. Read ones are added to t, also if that fails. */
void test_write(const struct test *t, vec_u8 *out);
bool test_read(struct test *t, const struct program *p, const uint8_t **at, const uint8_t *end);

#endif
