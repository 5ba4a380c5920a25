/* What an access that other threads may see does: kinds of __shrike_point (front/define/threads.h). runtime/threads.h
 * has the same numbers. */
#ifndef SHRIKE_IR_ACCESS_H
#define SHRIKE_IR_ACCESS_H

enum access_kind {
    ACCESS_READ = 0,
    ACCESS_WRITE = 1,
    ACCESS_ATOMIC = 2,   /* races with nothing that is atomic, too */
    ACCESS_WHOLE = 4,    /* the whole object, whatever the size */
    ACCESS_ANYTHING = 8, /* any memory may be read and written */
    ACCESS_LOCK = 16,    /* not the program's own: part of a lock, the end of the program */
    ACCESS_ASSUME = 32,  /* nothing, but the execution goes no further if the size is 0 */
    ACCESS_HELD = 64,    /* in the thread's store buffer: no other thread sees it */
    ACCESS_SEEN = 128,   /* a store leaves the buffer: its thread has done it before */
    ACCESS_WIDE = 256,   /* not atomic, and a machine may need several steps for it */
};

/* What stands for the state of functions of the library has a name that begins so (front/define/hidden.def). */
#define ACCESS_STATE_OF "__shrike_state_of_"

/* What an atomic operation orders (runtime/orders.c). */
enum access_order { ORDER_ACQUIRE = 1, ORDER_RELEASE = 2, ORDER_BOTH = 4 /* reads and writes */ };

#endif
