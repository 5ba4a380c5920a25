/* Messages of a language client, as they come in: "Content-Length: N", an empty line, N bytes.
 *
 * Input is not trusted. Whatever comes, each call of frames_next either takes some of it or says that it has to wait:
 * a header that is none and a message that is too large are reported once and left out, and what follows is read.
 *
 * Invariants: (1) at <= bytes.len; (2) nothing is waited for that is longer than FRAME_MOST. */
#ifndef SHRIKE_SERVE_FRAME_H
#define SHRIKE_SERVE_FRAME_H

#include <stddef.h>

#include "base/str.h"

enum { FRAME_MOST = 64 << 20, FRAME_SKIPPED_MOST = 1 << 30, FRAME_HEADER_MOST = 4096 };

struct frames {
    struct str bytes;
    size_t at;   /* what is before has been taken */
    size_t skip; /* bytes to come of a message that is too large */
};

enum frame_result {
    FRAME_NONE,    /* more is needed */
    FRAME_MESSAGE, /* *data has *size bytes, until the next call of any of these */
    FRAME_BROKEN,  /* *data is what is wrong, as text; the rest is looked at by the next call */
};

void frames_init(struct frames *f);
void frames_release(struct frames *f);
void frames_feed(struct frames *f, const char *data, size_t size);
enum frame_result frames_next(struct frames *f, const char **data, size_t *size);
/* Has a message begun that is not whole? */
bool frames_is_within(const struct frames *f);
/* Adds a message with its header. */
void frame_write(const struct str *message, struct str *out);

#endif
