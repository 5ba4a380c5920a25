/* The compilers' options. */
#ifndef SHRIKE_PROJECT_FLAGS_H
#define SHRIKE_PROJECT_FLAGS_H

#include <stdbool.h>

#include "base/vec.h"

enum flag_use {
    FLAG_PASS,
    FLAG_IGNORE,
    FLAG_COMPILE,    /* -c */
    FLAG_ASSEMBLE,   /* -S */
    FLAG_PREPROCESS, /* no code is made */
    FLAG_OUTPUT,
    FLAG_LANGUAGE,
    FLAG_SHARED,
    FLAG_RELOCATABLE,
    FLAG_M32,
    FLAG_M64,
    FLAG_LIBRARY,
    FLAG_LIBRARY_DIR,
};

struct flag {
    enum flag_use use;
    int words;         /* that it takes */
    const char *value; /* joined, or the next word; NULL: none */
    const char *why;   /* it is not passed on; NULL: it is */
};

/* The option at argv[0], which begins with '-'. False: neither gcc nor clang has it, or its value
 * is missing. */
bool flag_read(const char *const *argv, int argc, struct flag *out);

typedef VEC(char *) args_list;
void args_release(args_list *words);
/* The words of a command or response file: split at blanks, with quotes and backslashes as gcc
 * takes them. */
void args_split(const char *text, args_list *out);
/* Adds the words, those of @FILE in the place of @FILE (relative to folder; NULL: here). */
void args_expand(const char *const *argv, int argc, const char *folder, args_list *out);

#endif
