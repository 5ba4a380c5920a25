/* The inputs of a test in C syntax, for people. */
#ifndef SHRIKE_TEST_INPUTS_H
#define SHRIKE_TEST_INPUTS_H

struct program;
struct source;
struct str;
struct test;
struct test_input;

/* "  with inputs" and one line each, "    x = -5 (0xfffffffb)"; nothing if there
 * are none. Long values and long lists are cut in the middle. */
void report_inputs(const struct test *t, struct str *out);
/* The same; what a call returns has the name of what it is assigned to, as in
 * "    n = 0, of __VERIFIER_nondet_int in line 7", where the source shows that. */
void report_inputs_named(const struct test *t, const struct program *p, struct source *src, struct str *out);
/* The value of one input, such as: 5, -5 (0xfffffffb), "ab\0c", {0x01, 0xff}. */
void report_value(const struct test_input *in, struct str *out);
/* A JSON array with an object for each input, nothing cut. */
void report_inputs_json(const struct test *t, const char *key, struct str *out);

#endif
