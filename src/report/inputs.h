/* The inputs of a test in C syntax, for people. */
#ifndef SHRIKE_REPORT_INPUTS_H
#define SHRIKE_REPORT_INPUTS_H

struct str;
struct test;
struct test_input;

/* "  with inputs" and one line each, "    x = -5 (0xfffffffb)"; nothing if there
 * are none. Long values and long lists are cut in the middle. */
void report_inputs(const struct test *t, struct str *out);
/* The value of one input, such as: 5, -5 (0xfffffffb), "ab\0c", {0x01, 0xff}. */
void report_value(const struct test_input *in, struct str *out);
/* A JSON array with an object for each input, nothing cut. */
void report_inputs_json(const struct test *t, struct str *out);

#endif
