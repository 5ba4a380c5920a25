/* What goes through the sockets: a length, then that many bytes. */
#ifndef SHRIKE_ENGINE_MESSAGE_H
#define SHRIKE_ENGINE_MESSAGE_H

#include "engine/concolic.h"

struct premises;
struct program;

/* What a worker sends back. */
struct answer_counts {
    uint64_t gaps, instructions; /* instructions: since its last answer */
    struct runner_counts runs;   /* the same */
};

/* Both return false if the other side is gone (or, receiving, sends nonsense). */
bool message_send(int fd, const vec_u8 *bytes);
bool message_receive(int fd, vec_u8 *bytes);

void message_put_expansion(vec_u8 *out, const struct expansion *e, const struct answer_counts *counts);
/* False: not whole; then e is empty. */
bool message_get_expansion(const uint8_t *p, const uint8_t *end, struct expansion *e, struct answer_counts *counts);
/* What the worker's runs rest on (exec/premise.h), in front of an expansion. get: false if it is not
 * whole; *p moves behind it. */
void message_put_premises(vec_u8 *out, const struct premises *all);
bool message_get_premises(const uint8_t **p, const uint8_t *end, struct premises *all, const struct program *program);

#endif
