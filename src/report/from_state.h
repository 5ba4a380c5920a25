/* The test that a state stands for. */
#ifndef SHRIKE_REPORT_FROM_STATE_H
#define SHRIKE_REPORT_FROM_STATE_H

struct exec;
struct state;
struct test;

/* Appends the inputs that st has taken, with the values of its model. */
void test_from_state(struct exec *x, const struct state *st, struct test *t);

#endif
