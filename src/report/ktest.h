/* KLEE's .ktest files. */
#ifndef SHRIKE_REPORT_KTEST_H
#define SHRIKE_REPORT_KTEST_H

#include <stdbool.h>

struct str;
struct test;

/* Adds the inputs of the file to t. Names tell the kinds: argNN, stdin, X-data,
 * and uninit:NAME; the rest is TEST_BYTES. False after adding a reason. */
bool ktest_read(const char *path, struct test *t, struct str *error);

#endif
