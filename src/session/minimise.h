/* --minimise: of the tests of a run, few that execute together what all of them do.
 *
 * Each test is run again, in the program as written, and its footprint noted: the blocks of the user's code that it
 * executes (edges are split, so that a branch taken is a block executed). Kept are tests that lead to errors, tests
 * that could not be run again (no time, or the run takes other inputs), and of the others first those that alone have a
 * block, then, again and again, the test that adds most; in the end those are dropped that the rest makes superfluous.
 *
 * Promised is that every block of a footprint is in that of a kept test, and that none of those chosen by footprint can
 * be left out. Their number is at most 1 + ln n times the least possible for n blocks (that is what choosing the test
 * that adds most is worth), not always the least.
 */
#ifndef SHRIKE_SESSION_MINIMISE_H
#define SHRIKE_SESSION_MINIMISE_H

#include "base/bitset.h"
#include "base/vec.h"
#include "test/test.h"

struct program;
struct session;

struct candidate {
    struct test test;
    int64_t stdin_size; /* -1: not symbolic */
    uint32_t number;    /* as the caller of minimiser_add counts it */
    bool kept;
    struct bitset footprint;
};

struct minimiser {
    VEC(struct candidate) tests;
};

/* Takes the test over; keep: whatever it covers. */
void minimiser_add(struct minimiser *m, struct test *test, int64_t stdin_size, uint32_t number, bool keep);
void minimiser_release(struct minimiser *m);
/* Runs each test again to know its footprint; a test that cannot be run again is kept. The exploration is over; until:
 * on the clock, 0 for as long as it takes. */
void minimiser_run(struct minimiser *m, struct session *s, uint64_t until_ns);
/* What one test executes, in the same way, within 10 s. False: it cannot be run again, and nothing is known. */
bool minimiser_footprint(struct session *s, const struct test *t, int64_t stdin_size, struct bitset *out);
/* Of a function: the number that footprints have for its first instruction. To be freed. */
uint32_t *minimiser_numbers(const struct program *p);
/* Decides which tests are kept, by their footprints. */
void minimiser_choose(struct minimiser *m);

#endif
