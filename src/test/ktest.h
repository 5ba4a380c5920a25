/* KLEE's .ktest files, which ktest-tool, klee and klee-replay read.
 *
 * All integers are 32 bits, big endian; a text is its length and its bytes:
 *   "KTEST", version 3, number of arguments, each a text, symArgvs = 0,
 *   symArgvLen = 0, number of objects, each a name (text) and its bytes (text).
 *
 * Objects have the names of their inputs, in the order of the test, so that KLEE
 * takes them as its own. Uninitialised values, which KLEE does not know, come last
 * and are called "uninit:NAME". KLEE has no place for kind and type of an input:
 * they follow behind the last object, where KLEE does not look:
 *   "SHRIKE", version 1, number of objects, for each: its place in the test,
 *   kind (text, see test_kind_name), type (text; empty: unknown).
 * Where that is missing, as in files of KLEE, the name decides: "argNN" is an
 * argument, "stdin" standard input, "X-data" a file, "uninit:NAME" uninitialised,
 * all others are bytes; "model_version" and "...-stat" of KLEE's POSIX model are
 * left out.
 */
#ifndef SHRIKE_TEST_KTEST_H
#define SHRIKE_TEST_KTEST_H

#include <stdbool.h>
#include <stddef.h>

#include "base/vec.h"

struct str;
struct test;

typedef VEC(char *) ktest_args;

/* Adds the file to out. args are the command line, program first; tools of KLEE
 * want it to be there and ASCII (other characters become '?'). */
void ktest_write(const struct test *t, const char *const *args, uint32_t nargs, struct str *out);
/* Reads the file at path into t, which must be empty; args (NULL: not wanted) gets
 * the command line. False after adding "PATH: byte N: what is wrong" to error; t
 * and args are empty then. */
bool ktest_read(const char *path, struct test *t, ktest_args *args, struct str *error);
/* The same from memory; path is for messages. */
bool ktest_parse(const char *path, const void *data, size_t size, struct test *t, ktest_args *args, struct str *error);
void ktest_args_release(ktest_args *args);

#endif
