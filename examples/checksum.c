/* Checksum: adds 16-bit words, as internet protocols do. An odd last byte is taken for a word.
 *
 *   shrike verify checksum.c           out-of-bounds in line 24
 *   shrike verify -DFIXED checksum.c   SAFE
 */
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned __VERIFIER_nondet_uint(void);

enum { MOST = 5 };

static uint16_t checksum(const uint8_t *data, unsigned n) {
    uint32_t sum = 0;
    unsigned i = 0;
#ifdef FIXED
    for (; i + 1 < n; i += 2) sum += (uint32_t)(data[i] << 8 | data[i + 1]);
    if (i < n) sum += (uint32_t)(data[i] << 8);
#else
    for (; i < n; i += 2)
        /* High byte first. */
        sum += (uint32_t)(data[i] << 8 | data[i + 1]);
#endif
    while (sum >> 16) sum = (sum & 0xffff) + (sum >> 16);
    return (uint16_t)~sum;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n < 1 || n > MOST) return 0;
    uint8_t *packet = malloc(n);
    if (!packet) return 1;
    for (unsigned i = 0; i < n; i++) packet[i] = __VERIFIER_nondet_uchar();
    uint16_t sum = checksum(packet, n);
    /* One byte that changes is noticed. */
    packet[0] ^= 1;
    assert(checksum(packet, n) != sum);
    free(packet);
    return 0;
}
