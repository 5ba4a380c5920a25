/* Programs for unit tests, from their C text. */
#ifndef SHRIKE_TEST_PROGRAM_H
#define SHRIKE_TEST_PROGRAM_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/core/exec.h"
#include "exec/library/builtin.h"
#include "front/front.h"
#include "test_files.h"

/* define: an argument of clang's. */
static inline struct program *program_from(struct context *ctx, const char *text, const char *define,
                                            bool simplify) {
    temp_path name;
    int fd = temp_file(name, ".c");
    assert_true(fd >= 0);
    assert_int_equal(write(fd, text, strlen(text)), strlen(text));
    close(fd);
    const char *files[] = {name}, *args[] = {define};
    struct front_input input = {.files = files, .nfiles = 1, .clang_args = args, .nclang_args = 1, .entry = "main",
                                .simplify = simplify,
                                .builtin = builtin_find, .is_error = builtin_is_error};
    struct program *p = front_load(ctx, &input);
    unlink(name);
    assert_non_null(p);
    return p;
}

static inline void ignore_bug(void *owner, struct exec *x) {
    (void)owner;
    (void)x;
}

#endif
