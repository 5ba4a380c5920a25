/* Messages through sockets: a length, then that many bytes. */
#ifndef SHRIKE_BASE_MESSAGE_H
#define SHRIKE_BASE_MESSAGE_H

#include "base/bytes.h"

/* Both return false if the other side is gone (or, receiving, sends nonsense). */
bool message_send(int fd, const vec_u8 *bytes);
bool message_receive(int fd, vec_u8 *bytes);

#endif
