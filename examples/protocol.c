/* Protocol: echoes a message back. The length that the sender claims is believed.
 *
 *   shrike verify protocol.c           out-of-bounds in line 29
 *   shrike verify -DFIXED protocol.c   SAFE
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { HEADER = 2, ECHO = 1, MOST = 8 };

/* Kind, length, that many bytes: fills the answer and returns its size; 0: no answer. */
static size_t answer(const uint8_t *packet, size_t size, uint8_t **reply) {
    if (size < HEADER || packet[0] != ECHO) return 0;
    size_t length = packet[1];
#ifdef FIXED
    if (length > size - HEADER) return 0;
#endif
    *reply = malloc(HEADER + length);
    if (!*reply) return 0;
    (*reply)[0] = ECHO;
    (*reply)[1] = (uint8_t)length;
    /* What if the packet is shorter than it says? Then this sends whatever lies behind it,
     * which may be somebody's key. */
    for (size_t i = 0; i < length; i++)
        (*reply)[HEADER + i] = packet[HEADER + i];
    return HEADER + length;
}

int main(void) {
    unsigned size = __VERIFIER_nondet_uint();
    if (size > MOST) return 0;
    uint8_t *packet = malloc(size), *reply = NULL;
    if (!packet) return 1;
    for (unsigned i = 0; i < size; i++) packet[i] = __VERIFIER_nondet_uchar();
    answer(packet, size, &reply);
    free(reply);
    free(packet);
    return 0;
}
