#include "portfolio/mail.h"

#include <assert.h>
#include <errno.h>
#include <sys/socket.h>

#include "base/bytes.h"

enum { AT_ONCE = 65536, HEAD = 8 };

void mail_begin(vec_u8 *out, enum mail kind) {
    assert(kind <= MAIL_GO);
    vec_clear(out);
    put_u64(out, kind);
}

void mailbox_release(struct mailbox *box) { vec_release(&box->bytes); }

/* What was taken makes room. */
static void compact(struct mailbox *box) {
    assert(box->start <= box->bytes.len);
    uint32_t left = box->bytes.len - box->start;
    if (left && box->start) memmove(box->bytes.data, box->bytes.data + box->start, left);
    box->bytes.len = left;
    box->start = 0;
}

bool mailbox_fill(struct mailbox *box, int fd) {
    compact(box);
    for (;;) {
        vec_reserve(&box->bytes, box->bytes.len + AT_ONCE);
        ssize_t n = recv(fd, box->bytes.data + box->bytes.len, AT_ONCE, MSG_DONTWAIT);
        if (n < 0 && errno == EINTR) continue;
        if (n <= 0) return n < 0 && errno == EAGAIN;
        box->bytes.len += (uint32_t)n;
    }
}

bool mailbox_next(struct mailbox *box, enum mail *kind, const uint8_t **p, const uint8_t **end) {
    uint64_t size, what;
    assert(box->start <= box->bytes.len);
    uint32_t have = box->bytes.len - box->start;
    if (have < HEAD) return false;
    const uint8_t *at = box->bytes.data + box->start;
    memcpy(&size, at, HEAD); /* as base/message.c sends it */
    if (have - HEAD < size) return false;
    *p = at + HEAD;
    *end = *p + size;
    box->start += HEAD + (uint32_t)size;
    assert(box->start <= box->bytes.len);
    if (!get_u64(p, *end, &what) || what > MAIL_GO) return false;
    *kind = (enum mail)what;
    return true;
}
