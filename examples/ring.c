/* Ring buffer: the test for "full" is off by one, so a put overwrites what was not read.
 *
 *   shrike verify ring.c           assertion-failure in line 51
 *   shrike verify -DFIXED ring.c   SAFE
 */
#include <assert.h>
#include <stdbool.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern _Bool __VERIFIER_nondet_bool(void);

enum { ROOM = 3, STEPS = 6 };

struct ring {
    unsigned char data[ROOM];
    unsigned head, count; /* next to read; how many wait */
};

static bool put(struct ring *r, unsigned char value) {
#ifdef FIXED
    if (r->count == ROOM) return false;
#else
    if (r->count > ROOM) return false;
#endif
    r->data[(r->head + r->count) % ROOM] = value;
    r->count++;
    return true;
}

static bool get(struct ring *r, unsigned char *value) {
    if (!r->count) return false;
    *value = r->data[r->head];
    r->head = (r->head + 1) % ROOM;
    r->count--;
    return true;
}

int main(void) {
    struct ring r = {{0}, 0, 0};
    unsigned char sent[STEPS];
    unsigned nsent = 0, nread = 0;
    for (int step = 0; step < STEPS; step++) {
        unsigned char value = __VERIFIER_nondet_uchar();
        if (__VERIFIER_nondet_bool()) {
            if (put(&r, value)) sent[nsent++] = value;
        } else if (get(&r, &value)) {
            unsigned char expected = sent[nread];
            nread++;
            /* First in, first out. */
            assert(nread <= nsent);
            assert(value == expected);
        }
    }
    return 0;
}
