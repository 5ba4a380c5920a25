/* Notes between workers that do the same in different orders (engine/share.h): what they say is their engine's affair.
 *
 * A note carries the identity of its job (job/job.h), so that none of another program or of other options is ever
 * taken for one of this, and ends in a sum of its bytes. It is not stored: a worker that is not there does not hear it, and
 * nothing rests on its being heard.
 */
#ifndef SHRIKE_JOB_NOTE_H
#define SHRIKE_JOB_NOTE_H

#include "base/bytes.h"

enum { NOTE_MOST_BYTES = 1 << 18 };

/* False: too large. */
bool note_write(vec_u8 *out, uint64_t job, const uint8_t *text, uint32_t n);
/* The text lies between *from and *to. False: refused. */
bool note_read(const uint8_t *at, const uint8_t *end, uint64_t job, const uint8_t **from, const uint8_t **to);

#endif
