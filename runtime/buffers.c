/* Store buffers (--memory-model=tso): a thread's stores wait until they get to memory, in their order and whenever the
 * scheduler says so. See threads.h for who calls what.
 *
 * The buffer of a thread is emptied by a helper, a thread of its own that waits for stores and takes the oldest one to
 * memory at each of its turns: to schedules, engines and native runs that is a turn like any other. Stores to memory
 * that nobody shares with the thread are not held back (front/define/threads.c), nor is anything while no other thread is
 * there. What left a buffer leaves no trace in it, so that equal states look the same. */
#include "threads.h"

#include <errno.h>
#include <stdint.h>

#include "shrike_rt.h"

#pragma clang diagnostic ignored "-Wmissing-prototypes"

enum { STORES = 32, BYTES = 16, PIECE = 8, MOST = 64 };

/* Bytes that are to be written. */
struct held {
    unsigned char *at;
    size_t size;
    unsigned char bytes[BYTES];
};

struct buffer {
    int count;   /* stores, the oldest first */
    int storing; /* between the two calls around a store */
    struct held all[STORES];
    unsigned char old[MOST];  /* what was there before the store in progress */
    unsigned char seen[MOST]; /* what a load sees that is of several stores */
};

static struct buffer *buffers[THREADS_MOST]; /* of threads that have one */

#ifndef NEW_BUFFER /* native runs load from the heap, where programs may */
static struct buffer room[THREADS_MOST];
#define NEW_BUFFER(thread) &room[thread]
#endif

static int sections; /* atomic ones that the running thread is in */

static struct buffer *own(void) { return buffers[__shrike_thread_self()]; }

static int overlap(const struct held *h, const unsigned char *p, size_t n) { return p < h->at + h->size && h->at < p + n; }
static int covers(const struct held *h, const unsigned char *p, size_t n) { return h->at <= p && p + n <= h->at + h->size; }

/* The newest store to any of these bytes. */
static const struct held *newest(const struct buffer *b, const unsigned char *p, size_t n) {
    for (int i = b->count; i-- > 0;)
        if (overlap(&b->all[i], p, n)) return &b->all[i];
    return NULL;
}

static void remove_at(struct buffer *b, int i) {
    b->count--;
    for (; i < b->count; i++) b->all[i] = b->all[i + 1];
    b->all[i].at = NULL;
    b->all[i].size = 0;
    __builtin_memset(b->all[i].bytes, 0, BYTES);
}

/* The oldest store gets to memory. What has ended meanwhile, nobody looks at. */
static void let_go(struct buffer *b) {
    struct held *h = b->all;
    __shrike_touch(h->at, h->size, POINT_WRITE | POINT_ATOMIC | POINT_SEEN);
    if (__shrike_is_there(h->at, h->size)) __builtin_memcpy(h->at, h->bytes, h->size);
    remove_at(b, 0);
}

static void help(int number) {
    struct buffer *b = buffers[number - 1];
    for (;;) {
        __shrike_wait(&b->count, 0, 1, 0);
        let_go(b);
    }
}

void __shrike_buffer_begin(int thread) {
    buffers[thread] = NEW_BUFFER(thread);
    if (!buffers[thread]) __shrike_unsupported("no room for a store buffer");
    __shrike_helper_start(help);
}

/* ---- what drains ---------------------------------------------------------------------------------------------------- */

void __shrike_fence(void) {
    struct buffer *b = own();
    if (!b || !b->count) return;
    if (!__shrike_thread_alone()) return __shrike_wait(&b->count, 0, 0, 0);
    while (b->count) let_go(b);
}

void __shrike_settle(const void *p, size_t n) {
    const struct buffer *b = own();
    if (b && newest(b, p, n)) __shrike_fence();
}

void __shrike_buffer_library(void) {
    const struct buffer *b = own();
    if (!b || !b->count) return;
    __shrike_suppose("stores reach memory before a call of a library function");
    __shrike_fence();
}

void __shrike_tso_atomic_begin(void) {
    __shrike_fence();
    __shrike_atomic_begin();
    sections++;
}

void __shrike_tso_atomic_end(void) {
    if (sections) sections--;
    __shrike_atomic_end();
}

/* ---- what does not ---------------------------------------------------------------------------------------------------- */

/* The buffer, if stores are held back now. */
static struct buffer *holding(const void *p, size_t n) {
    struct buffer *b = own();
    if (!b || sections || n > MOST || p == (const void *)&errno) return NULL;
    if (__shrike_thread_alone()) return __shrike_fence(), NULL;
    return b;
}

/* Room for the pieces of one more store. */
static void make_room(const struct buffer *b) {
    while (b->count > STORES - MOST / PIECE) {
        __shrike_suppose("a thread delays at most 24 stores");
        __shrike_wait(&b->count, b->count, 1, 0);
    }
}

void __shrike_store(void *p, size_t n, int kind) {
    struct buffer *b = holding(p, n);
    if (b) {
        make_room(b);
    } else if (n > MOST) {
        if (own()) __shrike_suppose("copies of more than 64 bytes reach memory at once");
        __shrike_fence();
    }
    __shrike_point(p, n, b ? kind | POINT_HELD : kind);
    if (!b) return;
    b->storing = 1;
    __builtin_memcpy(b->old, p, n);
}

static void hold(struct buffer *b, unsigned char *p, size_t n) {
    struct held *h = &b->all[b->count++];
    h->at = p;
    h->size = n;
    __builtin_memcpy(h->bytes, p, n);
}

void __shrike_stored(void *p, size_t n, int copied) {
    struct buffer *b = own();
    if (!b || !b->storing) return;
    b->storing = 0;
    size_t most = copied || n > BYTES ? PIECE : BYTES;
    __shrike_touch(p, n, POINT_SYNC | POINT_HELD); /* for those who tell what was written: it is no access of its own */
    for (size_t i = 0; i < n; i += most) hold(b, (unsigned char *)p + i, n - i < most ? n - i : most);
    __builtin_memcpy(p, b->old, n);
    __builtin_memset(b->old, 0, n);
}

/* Bytes of memory and of several stores. */
static void *blend(struct buffer *b, unsigned char *p, size_t n) {
    if (n > MOST) {
        __shrike_suppose("stores reach memory before a copy of more than 64 bytes of it");
        __shrike_fence();
        return p;
    }
    __builtin_memcpy(b->seen, p, n);
    for (int i = 0; i < b->count; i++) {
        const struct held *h = &b->all[i];
        if (!overlap(h, p, n)) continue;
        unsigned char *from = h->at < p ? p : h->at, *to = h->at + h->size < p + n ? h->at + h->size : p + n;
        __builtin_memcpy(b->seen + (from - p), h->bytes + (from - h->at), (size_t)(to - from));
    }
    return b->seen;
}

/* Whether a load sees a store of its own or memory, it is a point as any other: it may come after the store has left. */
void *__shrike_load(void *p, size_t n, int kind) {
    struct buffer *b = own();
    __shrike_point(p, n, kind);
    const struct held *h = b && b->count ? newest(b, p, n) : NULL;
    if (!h) return p;
    return covers(h, p, n) ? (unsigned char *)h->bytes + ((unsigned char *)p - h->at) : blend(b, p, n);
}

/* Nobody sees any more what was to be written there. */
void __shrike_forget(const void *from, size_t n) {
    for (int t = 0; t < THREADS_MOST; t++) {
        struct buffer *b = buffers[t];
        for (int i = b ? b->count : 0; i-- > 0;) {
            if (!overlap(&b->all[i], from, n)) continue;
            __shrike_touch(&b->count, sizeof b->count, POINT_SYNC);
            remove_at(b, i);
        }
    }
}

void __shrike_forget_block(const void *p) {
    if (p && own()) __shrike_forget(p, __shrike_extent(p));
}
