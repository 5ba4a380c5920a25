#include "base/message.h"

#include <errno.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MOST = 1 << 30 }; /* bytes of a message: more is nonsense */

static bool send_all(int fd, const uint8_t *p, size_t n) {
    while (n) {
        ssize_t done = send(fd, p, n, MSG_NOSIGNAL);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

static bool receive_all(int fd, uint8_t *p, size_t n) {
    while (n) {
        ssize_t done = read(fd, p, n);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        p += done;
        n -= (size_t)done;
    }
    return true;
}

bool message_send(int fd, const vec_u8 *bytes) {
    uint64_t n = bytes->len;
    return send_all(fd, (const uint8_t *)&n, sizeof n) && send_all(fd, bytes->data, n);
}

bool message_receive(int fd, vec_u8 *bytes) {
    uint64_t n;
    if (!receive_all(fd, (uint8_t *)&n, sizeof n) || n > MOST) return false;
    vec_resize(bytes, n);
    return receive_all(fd, bytes->data, n);
}
