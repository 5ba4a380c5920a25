/* Test suites in the exchange format of Test-Comp: metadata.xml and one
 * testcase-*.xml per test.
 *
 * A test case is the list of values that the program's calls of nondeterministic
 * functions return, in order:
 *   <testcase><input variable="x" type="int">-5</input></testcase>
 * Words are written as ctype_add_value does. An object made symbolic, for which
 * the format has nothing, is an input of type "unsigned char[SIZE]" whose value is
 * a C string literal. Inputs of other kinds must not be counted as calls; they are
 * processing instructions in front of the test case, which others ignore:
 *   <?shrike argument "arg00" "-v\0"?>
 */
#ifndef SHRIKE_TEST_TESTCOMP_H
#define SHRIKE_TEST_TESTCOMP_H

#include <stdbool.h>
#include <stddef.h>

struct str;
struct test;

struct testcomp_suite {
    const char *producer;      /* "shrike 1.0" */
    const char *specification; /* such as "COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )" */
    const char *program;       /* file name; hashed if it can be read */
    const char *entry;         /* NULL: main */
    bool is32;
    long long time; /* of creation, seconds since 1970 */
};

/* Adds metadata.xml to out. */
void testcomp_metadata(const struct testcomp_suite *suite, struct str *out);
/* Adds a test case; covers_error: it leads to the error that was looked for. */
void testcomp_write(const struct test *t, bool covers_error, struct str *out);
/* Reads a test case, ours or another tool's, into t, which must be empty; other
 * kinds than words and bytes come first. A word of an unknown type has 8 bytes
 * (16 if it needs them), and one without a type is a double if it reads like one:
 * replay cuts it to size.
 * False after adding "PATH: byte N: what is wrong" to error; t is empty then. */
bool testcomp_read(const char *path, bool is32, struct test *t, struct str *error);
/* The same from memory, up to the first zero; path is for messages. */
bool testcomp_parse(const char *path, const char *text, bool is32, struct test *t, struct str *error);

#endif
