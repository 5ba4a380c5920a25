/* The files of a program, with what the front end is to know about each. */
#ifndef SHRIKE_PROJECT_UNITS_H
#define SHRIKE_PROJECT_UNITS_H

#include "front/front.h"
#include "project/project.h"

struct context;

struct units {
    struct project project;
    struct str database; /* the file that it was read from; empty: none was found */
    VEC(const char *) files;
    VEC(struct front_unit) units; /* one for each file */
    struct str cache;             /* folder for bitcode; empty: none */
    bool is32;
};

void units_init(struct units *u);
void units_release(struct units *u);
/* Replaces each of the words that a build is known to have made by its sources: with `database`
 * (a folder or compile_commands.json; NULL: none was named), else as .shrike/database says, in the
 * current folder or one above it. Other words stay what they are. False after a message. */
bool units_find(struct units *u, struct context *ctx, const char *database, const char *const *words, uint32_t n);
/* Reads .shrike/database of the current folder or of one above it; false: there is none, or it is
 * damaged (then after a message). */
bool units_open(struct units *u, struct context *ctx);

#endif
