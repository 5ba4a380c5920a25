/* A project with a build system: which program, archive and object was made from what.
 *
 * A project is a list of things that were made. An object has a source, the folder in which its
 * compiler ran and the arguments that matter; programs, shared libraries and archives have parts,
 * things that were made before them. Names (paths without links in their folders) say which thing
 * a file is now: the same object may have been made several times, and a program keeps those that
 * it was linked from. Everything lives in the project's arena. */
#ifndef SHRIKE_PROJECT_PROJECT_H
#define SHRIKE_PROJECT_PROJECT_H

#include <stdbool.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"

struct str;

enum made_kind { MADE_OBJECT, MADE_ARCHIVE, MADE_SHARED, MADE_PROGRAM };

struct made {
    enum made_kind kind;
    const char *path;   /* "" of an object that was never a file */
    const char *source; /* of an object with a source: as the compiler's command names it; else NULL */
    const char *folder; /* in which it was */
    bool is32;
    VEC(const char *) flags;
    VEC(uint32_t) parts;       /* numbers in `all`, smaller than its own */
    VEC(const char *) missing; /* inputs that no known command has made */
};

struct project_name {
    const char *path;
    uint32_t made;
};

struct project {
    struct arena arena;
    VEC(struct made *) all;
    VEC(struct project_name) names; /* a later one counts more */
    struct strmap by_path;          /* index in names + 1 */
};

void project_init(struct project *p);
void project_release(struct project *p);
/* Adds a thing; its number is all.len - 1. The texts are copied. */
struct made *project_add(struct project *p, enum made_kind kind, const char *path);
/* From now on this path is that thing. */
void project_name(struct project *p, const char *path, uint32_t made);
/* NULL: no known command made it. */
const struct made *project_find(const struct project *p, const char *path);
/* Its number, or UINT32_MAX. */
uint32_t project_number(const struct project *p, const char *path);
/* The source of an object, as a path from the root. */
const char *made_source(const struct made *m, struct str *out);

/* path, seen from folder, without links in its folder and without "." and "..". */
const char *path_clean(const char *folder, const char *path, struct str *out);
const char *path_base(const char *path);

/* ---- the list of commands that capture/record.c writes (project/digest.c) ---------------------- */

/* Adds what the commands made, but for things whose files are not there any more (configure's tests). */
void project_digest(struct project *p, const char *commands);

/* ---- files (project/database.c) ----------------------------------------------------------------- */

void project_write(const struct project *p, struct str *out);
/* False after adding what is wrong. The project is an empty one. */
bool project_read(struct project *p, const char *text, struct str *error);
/* clang's compile_commands.json: objects without names of their own, and one program that has them
 * all, called "". False after adding what is wrong. */
bool project_read_compile_commands(struct project *p, const char *path, struct str *error);

#endif
