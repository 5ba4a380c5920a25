#include "job/note.h"

#include "job/piece.h"

enum { NOTE_VERSION = 1 };

bool note_write(vec_u8 *out, uint64_t job, const uint8_t *text, uint32_t n) {
    uint32_t from = out->len;
    if (n > NOTE_MOST_BYTES) return false;
    put_var(out, NOTE_VERSION);
    put_u64(out, job);
    put_bytes(out, text, n);
    seal_put(out, from);
    return true;
}

bool note_read(const uint8_t *at, const uint8_t *end, uint64_t job, const uint8_t **from, const uint8_t **to) {
    uint64_t version, of, n;
    if (!seal_get(at, &end) || !get_var(&at, end, &version) || version != NOTE_VERSION || !get_u64(&at, end, &of) || of != job) return false;
    if (!get_u64(&at, end, &n) || n > NOTE_MOST_BYTES || n != (uint64_t)(end - at)) return false;
    *from = at;
    *to = end;
    return true;
}
