/* A test given to a concolic run (exec/decide/follow.h): which of its bytes an input takes.
 *
 * Inputs are told apart by their order; uninitialised storage by its name.
 */
#ifndef SHRIKE_TEST_FEED_H
#define SHRIKE_TEST_FEED_H

#include "exec/core/exec.h"
#include "test/test.h"

/* What an input that was taken gets: looked up once, since storage without a value may be asked for byte by byte. */
struct fed_input {
    const struct test_input *ordered; /* NULL: none in the test */
    const char *storage;              /* uninitialised storage of that name; else NULL */
    uint32_t first, end;              /* its parts lie there among the test's inputs */
};

struct feed {
    struct exec *x;
    const struct test *test;
    VEC(struct fed_input) by_number; /* of those taken so far */
    uint32_t next;                   /* of the test's inputs with an order */
    bool wrong;                      /* the program takes other inputs than the test has */
};

/* x has begun: goes on with the first state that has as many arguments as the test, with
 * a model that knows the size of standard input (-1: not symbolic, or of one size). */
void feed_start(struct feed *f, struct exec *x, const struct test *test, int64_t stdin_size);
void feed_release(struct feed *f);
/* For concolic_init, with the feed as owner. */
uint8_t feed_byte(void *owner, uint32_t input, uint32_t offset);

#endif
