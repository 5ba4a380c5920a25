#include "portfolio/gate.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <unistd.h>

#include "base/exit.h"
#include "base/message.h"
#include "base/stats.h"

enum { TELL_EVERY_NS = 50000000 };

/* ---- what is printed -------------------------------------------------------------------- */

bool gate_open(struct gate *g, int fd, struct gate_board *board, FILE *const kept[2]) {
    assert(fd >= 0 && board);
    *g = (struct gate){.fd = fd, .board = board};
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        g->kept[i] = kept[i];
        g->real[i] = dup(i + 1);
        if (!g->kept[i] || g->real[i] < 0 || dup2(fileno(g->kept[i]), i + 1) < 0) return false;
    }
    return true;
}

static void copy_out(FILE *from, int to) {
    char buffer[4096];
    if (fseek(from, 0, SEEK_SET)) return;
    for (size_t n; (n = fread(buffer, 1, sizeof buffer, from)) > 0;)
        for (size_t done = 0; done < n;) {
            ssize_t wrote = write(to, buffer + done, n - done);
            if (wrote < 0 && errno == EINTR) continue;
            if (wrote <= 0) return;
            done += (size_t)wrote;
        }
}

/* Standard error first: the verdict is the last line. */
static void print_kept(struct gate *g) {
    fflush(NULL);
    for (int i = 1; i >= 0; i--) {
        copy_out(g->kept[i], g->real[i]);
        dup2(g->real[i], i + 1);
    }
}

/* ---- messages ---------------------------------------------------------------------------- */

void gate_send(struct gate *g, const vec_u8 *message) {
    assert(message->len >= sizeof(uint64_t));
    if (g && !message_send(g->fd, message)) _exit(EXIT_WRONG); /* the parent has gone */
}

static void send_word(struct gate *g, enum mail kind) {
    vec_u8 m = {0};
    mail_begin(&m, kind);
    gate_send(g, &m);
    vec_release(&m);
}

/* Waits for a message of this kind; others go to `merge`. */
static void await(struct gate *g, enum mail wanted, gate_merge_fn merge, void *owner) {
    assert(wanted == MAIL_MAY || wanted == MAIL_GO);
    for (;;) {
        enum mail kind;
        const uint8_t *p, *end;
        while (mailbox_next(&g->box, &kind, &p, &end)) {
            if (kind == wanted) return;
            if (merge) merge(owner, kind, p, end);
        }
        struct pollfd fd = {.fd = g->fd, .events = POLLIN};
        if (poll(&fd, 1, -1) < 0 && errno != EINTR) _exit(EXIT_WRONG);
        if (!mailbox_fill(&g->box, g->fd)) _exit(EXIT_WRONG);
    }
}

void gate_ask(struct gate *g) {
    if (!g) return;
    send_word(g, MAIL_ASK);
    await(g, MAIL_MAY, NULL, NULL);
}

void gate_settled(struct gate *g) {
    if (g) send_word(g, MAIL_SETTLED);
}

bool gate_is_time(struct gate *g) {
    if (!g) return false;
    uint64_t now = clock_ns();
    if (now - g->told_ns < TELL_EVERY_NS) return false;
    g->told_ns = now;
    return true;
}

void gate_progress(struct gate *g, const struct mail_progress *so_far) {
    if (!g) return;
    vec_u8 m = {0};
    mail_begin(&m, MAIL_PROGRESS);
    put_bytes(&m, (const uint8_t *)so_far, sizeof *so_far);
    gate_send(g, &m);
    vec_release(&m);
}

void gate_reached(struct gate *g, uint32_t id) {
    if (g && !atomic_exchange(&g->board->reached[id], 1)) atomic_fetch_add(&g->board->nreached, 1);
}

bool gate_is_reached(const struct gate *g, uint32_t id) { return g && atomic_load(&g->board->reached[id]); }

/* ---- the verdict -------------------------------------------------------------------------- */

static void send_verdict(struct gate *g, const struct gate_verdict *verdict) {
    vec_u8 m = {0};
    mail_begin(&m, MAIL_VERDICT);
    put_u64(&m, (uint64_t)verdict->status);
    put_u64(&m, verdict->complete);
    put_u64(&m, verdict->bounded);
    put_u64(&m, verdict->final);
    put_u64(&m, verdict->came);
    put_u64(&m, verdict->nunreachable);
    for (uint32_t i = 0; i < verdict->nunreachable; i++) put_u64(&m, verdict->unreachable[i]);
    gate_send(g, &m);
    vec_release(&m);
}

struct parcel {
    enum mail kind;
    vec_u8 bytes;
};
typedef VEC(struct parcel) parcel_list;

static void keep_parcel(void *owner, enum mail kind, const uint8_t *p, const uint8_t *end) {
    assert(p <= end);
    struct parcel parcel = {.kind = kind};
    vec_append(&parcel.bytes, p, end - p);
    vec_push((parcel_list *)owner, parcel);
}

void gate_wait(struct gate *g, const struct gate_verdict *verdict, gate_merge_fn merge, void *owner) {
    if (!g) return;
    assert(!verdict->nunreachable || verdict->unreachable);
    parcel_list parcels = {0};
    fflush(NULL);
    send_verdict(g, verdict);
    await(g, MAIL_GO, keep_parcel, &parcels);
    print_kept(g);
    for (uint32_t i = 0; i < parcels.len; i++) {
        struct parcel *parcel = &parcels.data[i];
        if (merge) merge(owner, parcel->kind, parcel->bytes.data, parcel->bytes.data + parcel->bytes.len);
        vec_release(&parcel->bytes);
    }
    vec_release(&parcels);
}

void gate_stats(struct gate *g, const struct stats *stats) {
    if (!g) return;
    vec_u8 m = {0};
    mail_begin(&m, MAIL_STATS);
    put_bytes(&m, (const uint8_t *)stats, sizeof *stats);
    gate_send(g, &m);
    vec_release(&m);
}
