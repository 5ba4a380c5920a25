/* The test that a state stands for. */
#ifndef SHRIKE_TEST_FROM_STATE_H
#define SHRIKE_TEST_FROM_STATE_H

#include "exec/sym/input.h"
#include "test/test.h"

struct exec;
struct state;

/* What an input is called in a test. */
enum test_input_kind test_kind_of(enum input_kind kind);

/* Appends the inputs that st has taken, with the values of its model. */
void test_from_state(struct exec *x, const struct state *st, struct test *t);

#endif
